import type { Found, Paper } from "@shoreline/contract";
import { mayDo } from "@shoreline/domain/staff";
import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { learner, learnerWords } from "../../db/tables/account.ts";
import { certificate } from "../../db/tables/certificate.ts";
import { invoice } from "../../db/tables/enrolment.ts";
import { lead } from "../../db/tables/inbox.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import { collect } from "../inbox/collect.ts";
import { listLeads, toLead } from "../inbox/queries.ts";
import { contains, isInAddress } from "../inbox/words.ts";

const most = 5;
const mostFound = 5000;

export async function search(ctx: StaffCtx, words: string): Promise<Found> {
  const { db, staff } = ctx;
  const maySeePeople = mayDo(staff.roles, "see leads");
  if (maySeePeople) await collect(ctx);
  const leads = maySeePeople ? (await listLeads(ctx, { words })).page.slice(0, most).map(toLead) : [];
  const learners = maySeePeople ? await findLearners(db, words) : [];
  const papers = [
    ...(mayDo(staff.roles, "see payments")
      ? [...(await findOrders(db, words)), ...(await findInvoices(db, words))]
      : []),
    ...(maySeePeople ? await findCertificates(db, words) : []),
  ];
  return { leads, learners, papers };
}

async function findLearners(db: Db, words: string): Promise<Found["learners"]> {
  const some = (isFound: SQL) => sql`(select id from learner where ${isFound} limit ${mostFound})`;
  const isIn = isInAddress(words, sql`email`);
  const found = sql`${some(contains(words, learnerWords))} ${isIn ? sql`union ${some(isIn)}` : sql``}`;
  const rows = await db
    .select()
    .from(learner)
    .where(sql`${learner.id} = any(array(${found}))`)
    .orderBy(desc(learner.createdAt))
    .limit(most);
  const ids = rows.map(({ id }) => id);
  const leads = await db
    .select({ leadId: lead.id, learnerId: lead.learnerId })
    .from(lead)
    .where(and(eq(lead.learnerId, anyOf(ids)), isNull(lead.mergedInto)));
  return rows.map(({ id, firstName, lastName, email, countryCode, mobileNumber }) => ({
    learnerId: id,
    name: `${firstName} ${lastName}`.trim(),
    number: `${countryCode}${mobileNumber}`,
    email,
    leadId: leads.find(({ learnerId }) => learnerId === id)?.leadId ?? null,
  }));
}

async function findOrders(db: Db, words: string): Promise<Paper[]> {
  const rows = await db.select().from(paymentOrder).where(eq(paymentOrder.providerOrderId, words)).limit(most);
  return rows.map(({ id, providerOrderId, amountInPaise, state, createdAt }) => ({
    ...{ kind: "order", number: providerOrderId, to: toOrder(id), at: createdAt.toISOString() },
    text: `₹${(amountInPaise / 100).toLocaleString("en-IN")}, ${state}`,
  }));
}

async function findInvoices(db: Db, words: string): Promise<Paper[]> {
  const rows = await db.select().from(invoice).where(eq(invoice.number, words.toUpperCase())).limit(most);
  return rows.map(({ number, issuedAt, content, orderId }) => {
    const buyer = content.buyer as { name?: string } | undefined;
    const to = orderId && toOrder(orderId);
    return { kind: "invoice", number, text: buyer?.name ?? "", at: issuedAt.toISOString(), to };
  });
}

const toOrder = (orderId: string) => `/staff/payments?order=${orderId}`;

async function findCertificates(db: Db, words: string): Promise<Paper[]> {
  const rows = await db
    .select()
    .from(certificate)
    .where(or(eq(certificate.certificateId, words), eq(certificate.certificateId, words.toUpperCase())))
    .limit(most);
  return rows.map(({ certificateId, studentName, courseCompleted, issuedAt }) => ({
    ...{ kind: "certificate", number: certificateId, at: issuedAt.toISOString() },
    text: `${studentName}, ${courseCompleted}`,
    to: `/view/e_certificate/${certificateId}`,
  }));
}
