import { studentId, whyNotEarned } from "@shoreline/domain/certificate";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { canPrint } from "../../pdf/fonts.ts";
import { inSteps, workOnRow } from "../../steps.ts";
import { blankPicture } from "../account/profile.ts";
import { fullName } from "../account/queries.ts";
import { placeLearners } from "../schedule/places.ts";
import { readAttendance } from "../schedule/queries.ts";
import { readBindingInstitute } from "../site/queries.ts";
import { publishCertificate } from "./jobs.ts";
import {
  addCertificate,
  type CertificateRow,
  listCertificatesOf,
  listFinished,
  lockPurchase,
  nextCertificateSerial,
} from "./queries.ts";
import { takeSnapshot } from "./snapshot.ts";

export type WhyNot = "not-bought" | "has-one" | "no-classes" | "classes-left" | "absent" | "unprintable-name";
/** With a `reason` staff decide; without one the attendance rule decides. */
type IssueRequest = { purchaseId: string; now: Date; reason?: string };
type Issued = { certificate: CertificateRow } | { whyNot: WhyNot };

/** Issues a certificate under the next number, with a snapshot of everything that it prints. */
export async function issueCertificate(db: Db, { purchaseId, now, reason }: IssueRequest): Promise<Issued> {
  return db.transaction(async (tx) => {
    const found = await lockPurchase(tx, purchaseId);
    if (!found) return { whyNot: "not-bought" };
    const { course, learner } = found;
    const before = await listCertificatesOf(tx, purchaseId);
    // After a revocation only staff can issue a new one.
    if (before.some(({ revokedAt }) => reason === undefined || revokedAt === null)) return { whyNot: "has-one" };
    const institute = await readBindingInstitute(tx);
    const attended = (await readAttendance(tx, purchaseId)) ?? { classes: 0, attended: 0, lastEndsAt: null };
    const whyNot = whyNotEarned({ ...attended, percent: institute.certificateAttendancePercent, now });
    if (whyNot && reason === undefined) return { whyNot };
    const studentName = fullName(learner);
    if (!canPrint(studentName)) return { whyNot: "unprintable-name" };
    const serial = await nextCertificateSerial(tx, institute.certificatePrefix);
    const added = await addCertificate(tx, {
      ...takeSnapshot({ institute, course, serial }),
      learnerId: learner.id,
      purchaseId,
      studentName,
      picture: learner.picture,
      studentProfile: blankPicture,
      studentId: studentId({ institute: institute.name, joinedAt: learner.createdAt, learnerId: learner.id }),
      earnedAt: (whyNot === null && attended.lastEndsAt) || now,
      issuedAt: now,
      issuedBy: reason === undefined ? "rule" : "staff",
      reason: reason ?? null,
    });
    await enqueue(tx, publishCertificate, { id: added.id });
    return { certificate: added };
  });
}

/** Issues a certificate to every learner who has earned one. Each gets one, however many processes run this. */
export async function issueEarned(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  await placeLearners(db, { now });
  const { certificateAttendancePercent: percent } = await readBindingInstitute(db);
  await inSteps(async (after: { id: string } | undefined) => {
    const finished = await listFinished(db, { now, after });
    const earned = finished.filter((attended) => whyNotEarned({ ...attended, percent, now }) === null);
    for (const { id } of earned) await workOnRow(deps, { purchaseId: id }, () => award(deps, id));
    return finished;
  });
}

async function award({ db, clock, log }: Deps, purchaseId: string): Promise<void> {
  const issued = await issueCertificate(db, { purchaseId, now: clock.now() });
  if ("whyNot" in issued && issued.whyNot === "unprintable-name")
    log.warn({ purchaseId }, "a certificate is on hold: the name in the profile cannot be printed");
}
