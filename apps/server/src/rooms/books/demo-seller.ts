import { randomUUID } from "node:crypto";
import { addDays } from "@shoreline/domain/batch";
import { splitIntoDues } from "@shoreline/domain/instalments";
import { and, asc, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { due, sale } from "../../db/tables/due.ts";
import { invoice } from "../../db/tables/enrolment.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import { createOrder } from "../../gateway/orders.ts";
import { pay } from "../../gateway/payments.ts";
import { listPayments, type Payment, saveEntity } from "../../gateway/records.ts";
import { changeRefund, refund } from "../../gateway/refunds.ts";
import type { Webhooks } from "../../gateway/webhooks.ts";
import type { ProviderPayment } from "../../ports.ts";
import { demoDomain } from "../account/demo.ts";
import { addLearner, type LearnerRow } from "../account/queries.ts";
import { findCourse, priceAt } from "../course/queries.ts";
import { enrolPaid } from "../enrolment/fulfil.ts";
import { courseSeller } from "../enrolment/sell.ts";
import { addOrder, type OrderRow, updateOrder } from "../payment/queries.ts";
import { applyPayment } from "../payment/settle.ts";
import { finishRefund } from "../refund/finish.ts";
import { addRefund } from "../refund/queries.ts";
import { closeDrawer, openDrawer } from "../sale/drawer.ts";
import { makeSale } from "../sale/make.ts";
import { dayAt } from "../sale/queries.ts";
import { takeLater } from "../sale/take.ts";
import { readInstitute } from "../site/queries.ts";
import type { DemoHappening } from "./demo-sales.ts";

type Seller = { db: Db; ctxAt(at: Date): StaffCtx };
type When = { at: Date; number: number };
type Of<What extends DemoHappening["what"]> = Extract<DemoHappening, { what: What }>;

const deskName = "Front desk";
const openingInPaise = 200_000;
const batch = { batchTime: "9-10", batchType: "week-days" } as const;

/** The gateway tells nobody: we apply what it did ourselves, at the moment at which it happened. */
const webhooks = { enqueue: async () => {} } as unknown as Webhooks;

/** Does what people of the demonstration did, in the caller's transaction. */
export function createDemoSeller({ db, ctxAt }: Seller) {
  async function happen(one: DemoHappening, { at, number }: When): Promise<void> {
    if (one.what === "online") return sellOnline(one, { at, number });
    if (one.what === "desk") return sellAtDesk(one, { at, number });
    if (one.what === "next part") return takeNextPart(one, at);
    if (one.what === "refund") return giveBack(one, at);
    return payAgain(one, at);
  }

  async function sellOnline(one: Of<"online">, { at, number }: When): Promise<void> {
    const who = await addPerson(db, one, { at, number });
    const { course: courseId, couponCode, company = "", gstin = "" } = one;
    const asked = { amount: 0, courseId, ...batch, couponCode, company, gstin };
    const offer = await courseSeller.offer({ ...ctxAt(at), learner: who }, asked);
    const { itemId, amountInPaise, details } = offer;
    const placed = await createOrder(db, { amount: amountInPaise, currency: "INR" }, at);
    const claimed = await addOrder(db, {
      ...{ learnerId: who.id, kind: courseSeller.kind, itemId, amountInPaise, details, createdAt: at },
    });
    await offer.hold?.(db, claimed.id);
    const order = await updateOrder(db, { id: claimed.id, providerOrderId: placed.id });
    const paid = await pay({ db, webhooks, now: at }, placed.id, { method: one.by });
    await enrolPaid(db, await applyPayment(db, order, seenAs(paid), at), at);
  }

  async function sellAtDesk(one: Of<"desk">, { at, number }: When): Promise<void> {
    const ctx = ctxAt(at);
    const [course] = await findCourse(db, { courseId: one.course });
    if (!course) return;
    const priceInPaise = priceAt(course, at);
    const { parts = [0], by } = one;
    const today = dayAt(at, (await readInstitute(db)).timeZone);
    const amounts = splitIntoDues(priceInPaise, parts.length);
    const drawer =
      by === "cash" ? await openDrawer(ctx, { desk: deskName, countedInPaise: openingInPaise, reason: "" }) : null;
    await makeSale(ctx, {
      ...{ countryCode: "+91", mobileNumber: numberOf(number), name: one.name, email: addressOf(one.name) },
      ...{ courseId: one.course, ...batch, expectedPriceInPaise: priceInPaise, discount: null, discountReason: "" },
      ...{ company: "", gstin: "", attemptId: randomUUID() },
      dues: parts.map((days, at) => ({ amountInPaise: amounts[at] ?? 0, dueOn: addDays(today, days) })),
      payment: {
        method: by,
        desk: deskName,
        reference: by === "cash" ? "" : `6320441${String(number).padStart(5, "0")}`,
        isReferenceKnown: false,
      },
    });
    if (!drawer) return;
    const missing = one.isShort ? 1000 : 0;
    await closeDrawer(ctx, {
      ...{ drawerId: drawer.drawerId, countedInPaise: openingInPaise + (amounts[0] ?? 0) - missing },
      explanation: one.isShort ? "Change for a parking ticket" : "",
    });
  }

  async function takeNextPart({ name, by }: Of<"next part">, at: Date): Promise<void> {
    const [next] = await db
      .select({ id: due.id })
      .from(due)
      .innerJoin(sale, eq(sale.id, due.saleId))
      .innerJoin(learner, eq(learner.id, sale.learnerId))
      .where(and(eq(learner.email, addressOf(name)), eq(due.state, "open")))
      .orderBy(asc(due.number))
      .limit(1);
    if (!next) return;
    const payment = { method: by, reference: `7411${name.length}0925`, desk: "", isReferenceKnown: true };
    await takeLater(ctxAt(at), { dueId: next.id, payment, attemptId: randomUUID() });
  }

  async function giveBack({ name, reason }: Of<"refund">, at: Date): Promise<void> {
    const { order, paid } = await findPaid(db, name);
    const context = { db, webhooks, now: at };
    const made = await refund(context, paid.id, { body: { amount: paid.amount } });
    await changeRefund(context, made.id, { status: "processed" });
    const by = ctxAt(at).staff.id;
    const [papers] = await db
      .select({ purchaseId: invoice.purchaseId })
      .from(invoice)
      .where(eq(invoice.orderId, order.id));
    const row = await addRefund(db, {
      ...{ orderId: order.id, providerPaymentId: paid.id, purchaseId: papers?.purchaseId ?? null },
      ...{
        amountInPaise: paid.amount,
        reason,
        way: "source",
        state: "sent",
        endsAccess: true,
        attemptId: randomUUID(),
      },
      ...{ providerRefundId: made.id, askedBy: by, approvedBy: by, askedAt: at },
    });
    await finishRefund(db, { refund: row, order, sellers: [courseSeller], now: at });
  }

  /** The bank was slow, and the payer pressed Pay in a second window: staff decide. */
  async function payAgain({ name }: Of<"paid twice">, at: Date): Promise<void> {
    const { order, paid } = await findPaid(db, name);
    const again: Payment = { ...paid, id: `${paid.id}2`, created_at: Math.floor(at.getTime() / 1000) };
    await saveEntity(db, again);
    await applyPayment(db, order, seenAs(again), at);
  }

  return { happen };
}

const addressOf = (name: string) => `${name.toLowerCase().replaceAll(" ", ".")}@${demoDomain}`;
const numberOf = (number: number) => String(9_840_020_001 + number);

async function addPerson(db: Db, one: Of<"online">, { at, number }: When): Promise<LearnerRow> {
  const [firstName = "", lastName = ""] = one.name.split(" ");
  const { state, country = "india" } = one;
  const added = await addLearner(db, {
    ...{
      countryCode: "+91",
      mobileNumber: numberOf(number),
      firstName,
      lastName,
      gender: "",
      email: addressOf(one.name),
    },
    ...{ dateOfBirth: "2001-06-15", occupation: "student", instOrOrg: "", createdAt: at, updatedAt: at },
    ...{ state: state ?? (await readInstitute(db)).state, country },
  });
  if (!added) throw new Error("Somebody has the number of an invented person.");
  return added;
}

async function findPaid(db: Db, name: string): Promise<{ order: OrderRow; paid: Payment }> {
  const [found] = await db
    .select({ order: paymentOrder })
    .from(paymentOrder)
    .innerJoin(learner, eq(learner.id, paymentOrder.learnerId))
    .where(sql`${learner.email} = ${addressOf(name)}`);
  const [paid] = found ? await listPayments(db, found.order.providerOrderId) : [];
  if (!found || !paid) throw new Error(`${name} has paid nothing.`);
  return { order: found.order, paid };
}

function seenAs({ id, order_id, amount, currency, method, fee, tax }: Payment): ProviderPayment {
  return {
    ...{ id, orderId: order_id, status: "captured", amount, currency, method },
    ...{ fee: Number(fee ?? 0), feeTax: Number(tax ?? 0) },
  };
}
