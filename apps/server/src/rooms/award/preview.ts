import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { certificateId, studentId } from "@shoreline/domain/certificate";
import { and, asc, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { canPrint } from "../../pdf/fonts.ts";
import { fullName } from "../account/queries.ts";
import { readDesign } from "../certificate/design.ts";
import { readFacts } from "../certificate/facts.ts";
import { drawPrinted } from "../certificate/files.ts";
import { printedBy } from "../certificate/snapshot.ts";
import { readBindingInstitute } from "../site/queries.ts";

type Names = ParsedInput<Api["award"]["names"]>;

export async function readNames({ db }: StaffCtx, { purchaseIds }: Names) {
  const rows = await db
    .select({ purchaseId: purchase.id, who: learner, course: course.name })
    .from(purchase)
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(and(sql`${purchase.id} = ${anyOf(purchaseIds)}`, isCurrentPurchase))
    .orderBy(asc(learner.firstName), asc(learner.lastName));
  const names = rows.map(({ who, ...row }) => {
    const name = fullName(who);
    return { ...row, name, isPrintable: canPrint(name) };
  });
  return { names };
}

/** Numbers begin at 1: nobody has this one. */
const noSerial = 0;

export async function previewFor(ctx: StaffCtx, { purchaseId }: { purchaseId: string }) {
  const { db, clock } = ctx;
  const [found] = await db
    .select({ who: learner, course: { name: course.name, hours: course.durationInHours } })
    .from(purchase)
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(and(eq(purchase.id, purchaseId), isCurrentPurchase));
  if (!found) throw new Refusal("UNKNOWN_PURCHASE");
  const { who, course: held } = found;
  const now = clock.now();
  const institute = await readBindingInstitute(db);
  const facts = (await readFacts(db, [purchaseId], now)).get(purchaseId);
  const isOver = facts?.lastEndsAt && facts.lastEndsAt <= now;
  const name = fullName(who);
  const bytes = await drawPrinted(ctx, {
    as: "large",
    row: {
      certificateId: certificateId(institute.certificatePrefix, noSerial),
      studentName: name,
      studentId: studentId({ institute: institute.name, joinedAt: who.createdAt, learnerId: who.id }),
      courseCompleted: held.name,
      printed: printedBy({ institute, hours: held.hours, design: await readDesign(db) }),
      earnedAt: isOver ? facts.lastEndsAt : now,
      revokedAt: null,
    },
  });
  return { picture: Buffer.from(bytes).toString("base64"), name };
}
