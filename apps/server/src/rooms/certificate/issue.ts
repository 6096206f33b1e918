import { type Missing, studentId } from "@shoreline/domain/certificate";
import { isCurrent } from "@shoreline/domain/purchase";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { canPrint } from "../../pdf/fonts.ts";
import { inSteps, workOnRow } from "../../steps.ts";
import { blankPicture } from "../account/profile.ts";
import { fullName } from "../account/queries.ts";
import { placeLearners } from "../schedule/places.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { readBindingInstitute } from "../site/queries.ts";
import { readDesign } from "./design.ts";
import { judge, readFacts } from "./facts.ts";
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

export type WhyNot = "not-bought" | "has-one" | "unprintable-name" | Missing["kind"];
/** With a `reason` staff decide; without one the rule of the course decides. `attemptId`: staff sent a form. */
type IssueRequest = { purchaseId: string; now: Date; reason?: string | undefined; attemptId?: string };
type Issued = { certificate: CertificateRow; isNew: boolean } | { whyNot: WhyNot };

/** Issues a certificate under the next number, with a snapshot of everything that it prints. */
export async function issueCertificate(db: Db, request: IssueRequest): Promise<Issued> {
  const { purchaseId, now, reason, attemptId } = request;
  return db.transaction(async (tx) => {
    const found = await lockPurchase(tx, purchaseId);
    if (!found || !isCurrent(found.purchase.state)) return { whyNot: "not-bought" };
    const { course, learner } = found;
    const before = await listCertificatesOf(tx, purchaseId);
    const same = attemptId && before.find((one) => one.attemptId === attemptId && one.revokedAt === null);
    if (same) return { certificate: same, isNew: false };
    // After a revocation only staff can issue a new one.
    if (before.some(({ revokedAt }) => reason === undefined || revokedAt === null)) return { whyNot: "has-one" };
    const institute = await readBindingInstitute(tx);
    const facts = (await readFacts(tx, [purchaseId], now)).get(purchaseId);
    if (!facts) return { whyNot: "not-bought" };
    const whyNot = judge(facts, { now, institute }).missing[0]?.kind ?? null;
    if (whyNot && reason === undefined) return { whyNot };
    const studentName = fullName(learner);
    if (!canPrint(studentName)) return { whyNot: "unprintable-name" };
    const serial = await nextCertificateSerial(tx, institute.certificatePrefix);
    const added = await addCertificate(tx, {
      ...takeSnapshot({ institute, course, serial, design: await readDesign(tx) }),
      learnerId: learner.id,
      purchaseId,
      studentName,
      picture: learner.picture,
      studentProfile: blankPicture,
      studentId: studentId({ institute: institute.name, joinedAt: learner.createdAt, learnerId: learner.id }),
      earnedAt: (whyNot === null && facts.lastEndsAt) || now,
      issuedAt: now,
      issuedBy: reason === undefined && !attemptId ? "rule" : "staff",
      reason: reason ?? null,
      attemptId: attemptId ?? null,
    });
    await enqueue(tx, publishCertificate, { id: added.id });
    return { certificate: added, isNew: true };
  });
}

/** Issues a certificate to every learner who has earned one. Each gets one, however many processes run this. */
export async function issueEarned(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  await placeLearners(db, { now });
  const { issuesAutomatically } = await readClassSettings(db);
  if (!issuesAutomatically) return;
  const institute = await readBindingInstitute(db);
  await inSteps(async (after: { id: string } | undefined) => {
    const finished = await listFinished(db, { now, after });
    const facts = await readFacts(
      db,
      finished.map(({ id }) => id),
      now,
    );
    const earned = [...facts.values()].filter((one) => judge(one, { now, institute }).missing.length === 0);
    for (const { purchaseId } of earned) await workOnRow(deps, { purchaseId }, () => award(deps, purchaseId));
    return finished;
  });
}

async function award({ db, clock, log }: Deps, purchaseId: string): Promise<void> {
  const issued = await issueCertificate(db, { purchaseId, now: clock.now() });
  if ("whyNot" in issued && issued.whyNot === "unprintable-name")
    log.warn({ purchaseId }, "a certificate is on hold: the name in the profile cannot be printed");
}
