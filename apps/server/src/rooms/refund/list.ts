import type { Api, ParsedInput, StaffOrder } from "@shoreline/contract";
import { beginOf } from "@shoreline/domain/zone";
import { and, desc, eq, gte, inArray, lt, notLike, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { cutPage, inTime, isBefore } from "../../db/cursor.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import { partsOf } from "../due/queries.ts";
import { isOfLearnerWith } from "../inbox/words.ts";
import { readInstitute } from "../site/queries.ts";

const atOnce = 100;

/** The buyer of an order: a learner, or a visitor who gave a name. */
export const payerName = sql<string | null>`coalesce(
  (select trim(l.first_name || ' ' || l.last_name) from learner l where l.id = payment_order.learner_id),
  payment_order.details ->> 'username')`;

export const itemName = sql<string | null>`case payment_order.kind
  when 'course' then (select c.name from course c where c.id = payment_order.item_id)
  when 'due' then (select c.name || case when ${partsOf(sql`s.id`)} > 1 then ', part ' || d.number else '' end from due d join sale s on s.id = d.sale_id
    join course c on c.id = s.course_id where d.id = payment_order.item_id)
  when 'webinar' then (select w.title from webinar w where w.id = payment_order.item_id) end`;

export const orderColumns = {
  order: paymentOrder,
  payer: payerName,
  item: itemName,
  paidInPaise: sql<number>`coalesce((select sum(p.amount_in_paise) from payment p
    where p.order_id = payment_order.id and p.captured_at is not null), 0)::int`,
  refundedInPaise: sql<number>`coalesce((select sum(r.amount_in_paise) from refund r
    join payment p on p.provider_payment_id = r.provider_payment_id
    where p.order_id = payment_order.id and r.state = 'done'), 0)::int`,
  method: sql<string | null>`(select p.method from payment p where p.order_id = payment_order.id
    order by p.captured_at nulls last, p.first_seen_at limit 1)`,
  invoiceNumber: sql<string | null>`(select i.number from invoice i where i.order_id = payment_order.id)`,
  isToSettle: sql<boolean>`exists (select from payment_flag f where f.order_id = payment_order.id and not f.is_settled)`,
};

type Wanted = ParsedInput<Api["refund"]["list"]>;

export async function listOrders({ db }: Pick<StaffCtx, "db">, { after, ...wanted }: Wanted) {
  const byTime = inTime(sql`${paymentOrder.createdAt}`);
  const rows = await db
    .select({ ...orderColumns, id: paymentOrder.id, key: byTime.key })
    .from(paymentOrder)
    .where(
      and(
        // Not placed at the provider yet.
        notLike(paymentOrder.providerOrderId, "claimed:%"),
        ...(await conditionsOf(db, wanted)),
        after ? isBefore(byTime, paymentOrder.id, after) : undefined,
      ),
    )
    .orderBy(desc(paymentOrder.createdAt), desc(paymentOrder.id))
    .limit(atOnce + 1);
  const { page, next } = cutPage(rows, atOnce);
  return { orders: page.map(toStaffOrder), next };
}

async function conditionsOf(db: Db, { state, method, channel, month, words }: Omit<Wanted, "after">) {
  const conditions: (SQL | undefined)[] = [
    state ? isInState[state] : undefined,
    channel ? eq(paymentOrder.channel, channel) : undefined,
    method
      ? sql`exists (select from payment p where p.order_id = payment_order.id and p.method = ${method} and p.captured_at is not null)`
      : undefined,
    words ? await isFound(db, words) : undefined,
  ];
  if (!month) return conditions;
  const { timeZone } = await readInstitute(db);
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return [
    ...conditions,
    gte(paymentOrder.createdAt, beginOf(`${month}-01`, { timeZone })),
    lt(paymentOrder.createdAt, beginOf(next, { timeZone })),
  ];
}

const isInState = {
  paid: inArray(paymentOrder.state, ["paid", "spent"]),
  unpaid: inArray(paymentOrder.state, ["created", "attempted"]),
  // As the partial index says it.
  flagged: sql`payment_order.state = 'flagged'`,
  refunded: sql`payment_order.id in (select p.order_id from refund r
    join payment p on p.provider_payment_id = r.provider_payment_id where r.state = 'done')`,
};

/** By an exact id or number; where there is none, by the name or the phone number of the learner. Each part has an index. */
async function isFound(db: Db, words: string): Promise<SQL> {
  const number = words.toUpperCase();
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select o.id from payment_order o where o.provider_order_id = ${words}
    union select p.order_id from payment p where p.provider_payment_id = ${words}
    union select r.order_id from refund r where r.provider_refund_id = ${words}
    union select i.order_id from invoice i where i.number = ${number} and i.order_id is not null
    union select i.order_id from credit_note c join invoice i on i.id = c.invoice_id where c.number = ${number}`);
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length > 0) return eq(paymentOrder.id, anyOf(ids));
  return isOfLearnerWith(db, words, sql`payment_order.learner_id`);
}

type Row = {
  order: typeof paymentOrder.$inferSelect;
  payer: string | null;
  item: string | null;
  paidInPaise: number;
  refundedInPaise: number;
  method: string | null;
  invoiceNumber: string | null;
  isToSettle: boolean;
};

export function toStaffOrder({ order, ...row }: Row): StaffOrder {
  const { payer, item, paidInPaise, refundedInPaise, method, invoiceNumber, isToSettle } = row;
  return {
    ...{ orderId: order.id, providerOrderId: order.providerOrderId, payer, item },
    ...{ channel: order.channel, state: order.state, amountInPaise: order.amountInPaise },
    ...{ paidInPaise, refundedInPaise, method, invoiceNumber, isToSettle },
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
  };
}
