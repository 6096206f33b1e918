import type { Plan } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { chargeDay, isAgreed, mostCharges } from "@shoreline/domain/mandate";
import { and, asc, eq, inArray, ne, not, sql } from "drizzle-orm";
import type { Deps, SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { mandate, mandateCharge } from "../../db/tables/mandate.ts";
import { formatMoney } from "../../format.ts";
import { readInstitute } from "../site/queries.ts";
import { inForce, type MandateRow } from "./mandate.ts";
import { isBoughtElsewhere, readDay } from "./queries.ts";
import { readMoneySettings } from "./settings.ts";
import { stateOfDue } from "./state.ts";
import { dayText } from "./words.ts";

/** The learner's plans, the newest first. A single part that is paid is no plan. */
export async function listPlans({ db, clock, learner }: SignedInCtx): Promise<Plan[]> {
  const { timeZone } = await readInstitute(db);
  const today = dayAt(clock.now(), timeZone);
  const { automaticPayments: isOffered } = await readMoneySettings(db);
  const rows = await db
    .select({
      ...{ sale, due, purchaseState: purchase.state },
      ...{ courseId: course.courseId, courseName: course.name },
      ...{ mandate, takenOn: mandateCharge.chargeOn, failed: failedCharges },
    })
    .from(sale)
    .innerJoin(due, and(eq(due.saleId, sale.id), ne(due.state, "cancelled")))
    .innerJoin(course, eq(course.id, sale.courseId))
    .leftJoin(purchase, eq(purchase.id, sale.purchaseId))
    .leftJoin(mandate, and(eq(mandate.saleId, sale.id), inArray(mandate.state, inForce)))
    .leftJoin(mandateCharge, and(eq(mandateCharge.dueId, due.id), inArray(mandateCharge.state, ["planned", "sent"])))
    .where(and(eq(sale.learnerId, learner.id), inArray(sale.state, ["open", "bought"]), not(isBoughtElsewhere)))
    .orderBy(asc(due.number));
  const plans = [...Map.groupBy(rows, (row) => row.sale.id).values()].map((parts) =>
    toPlan(parts, { today, timeZone, isOffered }),
  );
  const madeAt = new Map(rows.map((row) => [row.sale.id, row.sale.madeAt.getTime()]));
  return plans
    .filter(({ plan }) => plan.dues.length > 1 || plan.dues.some(({ state }) => state !== "paid"))
    .sort((one, other) => (madeAt.get(other.saleId) ?? 0) - (madeAt.get(one.saleId) ?? 0))
    .map(({ plan }) => plan);
}

type Row = {
  sale: typeof sale.$inferSelect;
  due: typeof due.$inferSelect;
  purchaseState: (typeof purchase.$inferSelect)["state"] | null;
  courseId: string;
  courseName: string;
  mandate: MandateRow | null;
  takenOn: string | null;
  failed: number;
};

const failedCharges = sql<number>`(select count(*)::int from mandate_charge c where c.due_id = ${due.id} and c.state = 'failed')`;

/** What is announced has its day; what comes later has the day on which it will be taken. */
function takenOn({ due: part, mandate: agreed, takenOn: announced, failed }: Row, { today, isOffered }: Today) {
  if (announced) return announced;
  const isTaken = isOffered && agreed?.state === "active" && isAgreed(part, agreed) && failed < mostCharges;
  return isTaken ? chargeDay(part.dueOn, today) : null;
}

type Today = { today: string; timeZone: string; isOffered: boolean };

function toPlan(rows: Row[], on: Today) {
  const { today, timeZone } = on;
  const [first] = rows as [Row, ...Row[]];
  const sum = (wanted: (row: Row) => boolean) =>
    rows.reduce((total, row) => total + (wanted(row) ? row.due.amountInPaise : 0), 0);
  const isOpen = (row: Row) => stateOfDue(row) === "open";
  const isOverdue = (row: Row) => isOpen(row) && row.due.dueOn < today;
  // What is not open and not paid is not asked for any more.
  const stateOf = (row: Row) =>
    row.due.state === "paid" ? "paid" : isOverdue(row) ? "overdue" : isOpen(row) ? "open" : "written off";
  const plan: Plan = {
    ...{ purchaseId: first.sale.purchaseId, courseId: first.courseId, courseName: first.courseName },
    paidInPaise: sum((row) => row.due.state === "paid"),
    openInPaise: sum(isOpen),
    overdueInPaise: sum(isOverdue),
    isOnHold: first.purchaseState === "suspended" && first.sale.restrictedAt !== null,
    dues: rows.map((row) => ({
      ...{ number: row.due.number, amountInPaise: row.due.amountInPaise, dueOn: row.due.dueOn },
      state: stateOf(row),
      paidOn: row.due.state === "paid" && row.due.settledAt ? dayAt(row.due.settledAt, timeZone) : null,
      takenOn: isOpen(row) ? takenOn(row, on) : null,
      payPath: isOpen(row) ? `/pay/${row.due.linkToken}` : null,
    })),
    automatic: first.mandate && {
      ...{ mandateId: first.mandate.id, state: first.mandate.state === "active" && on.isOffered ? "active" : "paused" },
    },
  };
  return { saleId: first.sale.id, plan };
}

/** Why classes of a purchase cannot be joined: what is overdue, and where it can be paid. */
export const findHold: Deps["findHold"] = async ({ db, clock }, purchaseId) => {
  const overdue = await listOverdue(db, { purchaseId, today: await readDay(db, clock.now()) });
  const [first] = overdue;
  if (!first) return null;
  const amountInPaise = overdue.reduce((sum, one) => sum + one.amountInPaise, 0);
  const amount = formatMoney({ amountInPaise, currency: "INR" });
  return { overdue: `${amount} has been overdue since ${dayText(first.dueOn)}.`, pay: `/pay/${first.linkToken}` };
};

async function listOverdue(db: Db, { purchaseId, today }: { purchaseId: string; today: string }) {
  const open = await db
    .select({ amountInPaise: due.amountInPaise, dueOn: due.dueOn, linkToken: due.linkToken })
    .from(sale)
    .innerJoin(due, and(eq(due.saleId, sale.id), eq(due.state, "open")))
    .where(eq(sale.purchaseId, purchaseId))
    .orderBy(asc(due.dueOn));
  return open.filter(({ dueOn }) => dueOn < today);
}
