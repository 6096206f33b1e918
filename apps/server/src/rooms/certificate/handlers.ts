import { Refusal } from "@shoreline/contract";
import { isCertificateId, normaliseCertificateId, progressOf } from "@shoreline/domain/certificate";
import { isWellFormed, keepWellFormed } from "../../content/well-formed.ts";
import type { Ctx, Handlers } from "../../context.ts";
import { canPrint } from "../../pdf/fonts.ts";
import { fullName } from "../account/queries.ts";
import { placeLearners } from "../schedule/places.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { readInstitute } from "../site/queries.ts";
import { composeAssertion } from "./assertion.ts";
import { composeBundle } from "./bundle.ts";
import { judge } from "./facts.ts";
import { findProof, type Proof, readProof } from "./proof.ts";
import {
  type CertificateRow,
  findCertificate,
  findReplacement,
  listOwnCertificates,
  listProgress,
  setNameHidden,
} from "./queries.ts";
import { certificateShape } from "./shapes.ts";
import { readSigned, type SignedForm } from "./signed-files.ts";
import { readStatusList } from "./status-list.ts";
import { toWire } from "./wire.ts";

export const certificateHandlers: Handlers<"certificate"> = {
  async get(ctx, { certificateId }) {
    const found = await lookUp(ctx, certificateId);
    if (!found) return null;
    const replacement = found.revokedAt ? await findReplacement(ctx.db, found.id) : null;
    return { ...toWire(found), replacedBy: replacement?.certificateId ?? null };
  },

  pdf: (ctx, { certificateId }) => download(ctx, certificateId, "pdf"),
  png: (ctx, { certificateId }) => download(ctx, certificateId, "png"),
  svg: (ctx, { certificateId }) => download(ctx, certificateId, "svg"),

  async credential(ctx, { certificateId }) {
    const { row, proof } = await lookUpSigned(ctx, certificateId);
    const asked = ctx.accept ?? "";
    // Verifiers in a browser read it from another site.
    ctx.setHeader("access-control-allow-origin", "*");
    ctx.setHeader("vary", "accept");
    const isJwt = /application\/(vc\+)?jwt/i.test(asked);
    const type = isJwt
      ? "application/vc+jwt"
      : /application\/vc\b/i.test(asked)
        ? "application/vc"
        : "application/json";
    const name = `${row.certificateId}.${isJwt ? "jwt" : "json"}`;
    return { bytes: Buffer.from(isJwt ? proof.jwt : proof.credential), name, type, isShown: true };
  },

  async assertion(ctx, { certificateId }) {
    const { row, proof } = await lookUpSigned(ctx, certificateId);
    const { email } = await readInstitute(ctx.db);
    ctx.setHeader("access-control-allow-origin", "*");
    return composeAssertion(ctx, { row, credential: proof.credential, email });
  },

  async status(ctx, { list }) {
    const found = /^[1-9]\d{0,6}$/.test(list) ? await readStatusList(ctx, Number(list)) : null;
    if (!found) throw new Refusal("UNKNOWN_STATUS_LIST");
    ctx.setHeader("access-control-allow-origin", "*");
    return { bytes: Buffer.from(found), name: `status-${list}.json`, isShown: true };
  },

  async bundle(ctx) {
    const own = await listOwnCertificates(ctx.db, { learnerId: ctx.learner.id });
    const valid = keepWellFormed(ctx.log, certificateShape, own).filter(({ revokedAt }) => revokedAt === null);
    if (valid.length === 0) throw new Refusal("NOTHING_TO_BUNDLE");
    return { bytes: Buffer.from(await composeBundle(ctx, valid)), name: "certificates.json" };
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

/** Files of a revoked certificate are not handed out. */
async function download(ctx: Ctx, certificateId: string, form: SignedForm) {
  const found = await lookUp(ctx, certificateId);
  if (!found || found.revokedAt) throw new Refusal("UNKNOWN_CERTIFICATE");
  return { bytes: await readSigned(ctx, found, form), name: `${found.certificateId}.${form}` };
}

/** Also of a revoked one, unless it was revoked before it was ever signed. */
async function lookUpSigned(ctx: Ctx, certificateId: string): Promise<{ row: CertificateRow; proof: Proof }> {
  const row = await lookUp(ctx, certificateId);
  const mayBeSigned = row && (!row.revokedAt || (await findProof(ctx.db, row.id)));
  const proof = mayBeSigned ? await readProof(ctx, row) : null;
  if (!row || !proof) throw new Refusal("UNKNOWN_CERTIFICATE");
  return { row, proof };
}
