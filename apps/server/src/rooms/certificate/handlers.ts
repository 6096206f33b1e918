import { type Certificate, Refusal } from "@shoreline/contract";
import { isCertificateId, normaliseCertificateId, progressOf } from "@shoreline/domain/certificate";
import { isWellFormed, keepWellFormed } from "../../content/well-formed.ts";
import type { Ctx, Handlers } from "../../context.ts";
import { canPrint } from "../../pdf/fonts.ts";
import { blankPicture } from "../account/profile.ts";
import { fullName } from "../account/queries.ts";
import { placeLearners } from "../schedule/places.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { readInstitute } from "../site/queries.ts";
import { judge } from "./facts.ts";
import { certificateFile, readPdf } from "./files.ts";
import {
  type CertificateRow,
  findCertificate,
  findReplacement,
  listOwnCertificates,
  listProgress,
  setNameHidden,
} from "./queries.ts";
import { certificateShape } from "./shapes.ts";

export const certificateHandlers: Handlers<"certificate"> = {
  async get(ctx, { certificateId }) {
    const found = await lookUp(ctx, certificateId);
    if (!found) return null;
    const replacement = found.revokedAt ? await findReplacement(ctx.db, found.id) : null;
    return { ...toWire(found), replacedBy: replacement?.certificateId ?? null };
  },

  async pdf(ctx, { certificateId }) {
    const found = await lookUp(ctx, certificateId);
    if (!found || found.revokedAt) throw new Refusal("UNKNOWN_CERTIFICATE");
    return { bytes: await readPdf(ctx, found), name: certificateFile(found) };
  },

  async list({ db, log, clock, learner }) {
    const now = clock.now();
    const mine = { learnerId: learner.id };
    const [own, found, profile, settings] = await Promise.all([
      listOwnCertificates(db, mine),
      listProgress(db, { ...mine, now }),
      readInstitute(db),
      readClassSettings(db),
    ]);
    const areWaiting = found.some(({ isPlaced }) => !isPlaced);
    if (areWaiting) await placeLearners(db, { ...mine, now });
    const courses = areWaiting ? await listProgress(db, { ...mine, now }) : found;
    const isNamePrintable = courses.length === 0 || canPrint(fullName(learner));
    const progress = courses.map((facts) => {
      const { classes, over, attended, lastEndsAt } = facts;
      const { percent, homework, test, overdueInPaise } = judge(facts, { now, institute: profile });
      const watchable = settings.countRecordings ? facts.watchable : 0;
      const { needed, isReachable } = progressOf({ classes, over, attended, percent, watchable });
      return {
        ...{ courseId: facts.courseId, courseName: facts.courseName, classes, over, attended, needed, isReachable },
        ...{ isNamePrintable, lastEndsAt: lastEndsAt?.toISOString() ?? null, homework, test, overdueInPaise },
        isIssuedByStaff: !settings.issuesAutomatically,
      };
    });
    const shown = keepWellFormed(log, certificateShape, own);
    return {
      certificates: shown.map((row) => ({
        ...toWire(row),
        courseId: row.courseKey,
        replacedBy: own.find(({ replaces }) => replaces === row.id)?.certificateId ?? null,
      })),
      progress,
    };
  },

  async hideName({ db, learner }, { certificateId, isNameHidden }) {
    const isOwn = await setNameHidden(db, { learnerId: learner.id, certificateId, isNameHidden });
    if (!isOwn) throw new Refusal("UNKNOWN_CERTIFICATE");
    return { isNameHidden };
  },
};

/** A malformed id is treated as an unknown one. */
async function lookUp({ db, log }: Pick<Ctx, "db" | "log">, typed: string): Promise<CertificateRow | null> {
  const certificateId = normaliseCertificateId(typed);
  if (!isCertificateId(certificateId)) return null;
  const [found] = await findCertificate(db, { certificateId });
  if (found && !isWellFormed(log, certificateShape, found)) throw new Refusal("BROKEN_CERTIFICATE");
  return found ?? null;
}

function toWire(row: CertificateRow): Certificate {
  const { id, picture, learnerId, printed, earnedAt, revokedAt } = row;
  const person = learnerId ? `/media/certificate/${id}-person.webp` : blankPicture;
  return {
    certificateId: row.certificateId,
    studentName: row.studentName,
    studentProfile: picture ? person : row.studentProfile,
    studentId: row.studentId,
    courseCompleted: row.courseCompleted,
    certificateEarned: earnedAt.toISOString(),
    learnedSkills: row.learnedSkills,
    certificateUrl: `/media/certificate/${id}.webp`,
    issuedBy: printed.institute,
    isRevoked: revokedAt !== null,
    revokedReason: row.revokedReason,
    revokedAt: revokedAt?.toISOString() ?? null,
    isNameHidden: row.isNameHidden,
    replacedBy: null,
  };
}
