import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { course } from "../db/tables/course.ts";
import { due, sale } from "../db/tables/due.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";
import type { newLearner } from "./learner.ts";
import { payAtGateway, settle } from "./paying.ts";

type Learner = Awaited<ReturnType<typeof newLearner>>;
type Part = { amountInPaise?: number; dueOn: string };
type Agreed = { courseId?: string; dues?: Part[] } & Partial<typeof sale.$inferInsert>;

export const partInPaise = 433_300;

/** What staff agreed with a learner: three parts, the first of them due on the day of the test. */
export async function newPlan(institute: TestInstitute, who: Learner, agreed: Agreed = {}) {
  const { courseId = "python", dues = monthly, ...values } = agreed;
  const { _id: learnerId } = await who.account.read({});
  const [found] = await institute.db.select().from(course).where(eq(course.courseId, courseId));
  const parts = dues.map(({ amountInPaise = partInPaise, dueOn }) => ({ amountInPaise, dueOn }));
  const listPriceInPaise = parts.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);
  const [made] = await institute.db
    .insert(sale)
    .values({
      ...{ learnerId, courseId: found?.id ?? "", batchTime: "9-10", batchType: "week-days", listPriceInPaise },
      ...{ state: "open", madeAt: testDay, ...values },
    })
    .returning();
  const saleId = made?.id ?? "";
  await institute.db
    .insert(due)
    .values(
      parts.map((part, n) => ({ ...part, saleId, number: n + 1, linkToken: randomBytes(32).toString("base64url") })),
    );
  const readDues = () => institute.db.select().from(due).where(eq(due.saleId, saleId)).orderBy(asc(due.number));
  const tokens = (await readDues()).map(({ linkToken }) => linkToken);
  return { saleId, tokens: tokens as [string, string, string], readDues };
}

const monthly: Part[] = [{ dueOn: "2026-11-15" }, { dueOn: "2026-12-15" }, { dueOn: "2027-01-15" }];

/** Does what the page of the payment link does, without its answer: somebody opens it and pays. */
export async function payLink(institute: TestInstitute, dueToken: string, amount = partInPaise) {
  const { order_id } = await institute.visitor().payment.order({ amount, dueToken });
  const proof = await payAtGateway(institute, order_id);
  return { order_id, proof };
}

/** Somebody pays the first part and ticks that the later ones are taken automatically. `bank`: what the bank says to it. */
export async function newMandate(
  institute: TestInstitute,
  who: Learner,
  { bank = "confirmed", ...agreed }: Agreed & { bank?: string } = {},
) {
  const plan = await newPlan(institute, who, agreed);
  const [dueToken] = plan.tokens;
  const [first] = await plan.readDues();
  const order = { amount: first?.amountInPaise ?? 0, dueToken, automatic: true };
  const { order_id, customer_id } = await institute.visitor().payment.order(order);
  const proof = await payAtGateway(institute, order_id, { mandate: bank });
  await institute.visitor().due.settle({ token: dueToken, ...proof });
  await settle(institute);
  return { ...plan, order_id, customer_id, proof };
}

/** Pays a part, with everything that follows. */
export async function payPart(institute: TestInstitute, dueToken: string): Promise<void> {
  const { proof } = await payLink(institute, dueToken);
  await institute.visitor().due.settle({ token: dueToken, ...proof });
  await settle(institute);
}
