import { type CashDrawer, Refusal } from "@shoreline/contract";
import { cashDifference, expectedCash } from "@shoreline/domain/sale";
import { and, asc, desc, eq, inArray, isNull, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { cashDrawer, cashMove } from "../../db/tables/sale.ts";
import { staff } from "../../db/tables/staff.ts";
import { formatMoney } from "../../format.ts";
import { readMoneySettings } from "../due/settings.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { dayAt, lockAttempt } from "./queries.ts";

type DrawerRow = typeof cashDrawer.$inferSelect;

/** The day of the drawers that are in use. */
export const drawerDay = async (db: Db, now: Date) => dayAt(now, (await readInstitute(db)).timeZone);

/** The drawer that cash goes into. It cannot be closed until the transaction ends; others put cash into it meanwhile. */
export async function findOpenDrawer(tx: Db, { desk, now }: { desk: string; now: Date }): Promise<DrawerRow> {
  if (!(await readMoneySettings(tx)).desks.includes(desk)) throw new Refusal("UNKNOWN_DESK");
  const [open] = await tx
    .select()
    .from(cashDrawer)
    .where(and(eq(cashDrawer.desk, desk), isNull(cashDrawer.closedAt)))
    .for("share");
  if (!open) throw new Refusal("DRAWER_NOT_OPEN");
  if (open.day !== (await drawerDay(tx, now))) throw new Refusal("DRAWER_STILL_OPEN");
  return open;
}

/** What should be in a drawer. The caller holds it for update, so that nothing moves meanwhile. */
export async function cashIn(tx: Db, { id, openingInPaise }: DrawerRow): Promise<number> {
  const [moved] = await tx
    .select({ total: sum(cashMove.amountInPaise).mapWith(Number) })
    .from(cashMove)
    .where(eq(cashMove.drawerId, id));
  return openingInPaise + (moved?.total ?? 0);
}

export function tooLittleCash(inDrawer: number, { desk }: Pick<DrawerRow, "desk">): string {
  return `Only ${rupees(inDrawer)} is in the drawer of ${desk}`;
}

type Put = {
  id?: string;
  drawerId: string;
  amountInPaise: number;
  reason: string;
  staffId: string;
  now: Date;
  providerPaymentId?: string;
};

export async function putIntoDrawer(tx: Db, { staffId, now, ...move }: Put): Promise<void> {
  await tx.insert(cashMove).values({ ...move, by: staffId, at: now });
}

const closer = alias(staff, "closer");
const shownDrawers = 30;

export async function listDrawers({ db, clock }: StaffCtx) {
  const { desks } = await readMoneySettings(db);
  const drawers = await readDrawers(db, { limit: shownDrawers });
  return { today: await drawerDay(db, clock.now()), desks, drawers };
}

async function readDrawers(db: Db, { id, limit }: { id?: string; limit: number }): Promise<CashDrawer[]> {
  const rows = await db
    .select({ drawer: cashDrawer, openedBy: staff.name, closedBy: closer.name })
    .from(cashDrawer)
    .leftJoin(staff, eq(staff.id, cashDrawer.openedBy))
    .leftJoin(closer, eq(closer.id, cashDrawer.closedBy))
    .where(id ? eq(cashDrawer.id, id) : undefined)
    .orderBy(sql`${cashDrawer.closedAt} is not null`, desc(cashDrawer.day), asc(cashDrawer.desk))
    .limit(limit);
  const ids = rows.map(({ drawer }) => drawer.id);
  const moves = await db
    .select({ move: cashMove, by: staff.name })
    .from(cashMove)
    .leftJoin(staff, eq(staff.id, cashMove.by))
    .where(inArray(cashMove.drawerId, ids))
    .orderBy(asc(cashMove.at), asc(cashMove.id));
  return rows.map(({ drawer, openedBy, closedBy }) => {
    const own = moves.filter(({ move }) => move.drawerId === drawer.id);
    const { id: drawerId, desk, day, openingInPaise, countedInPaise, explanation, openedAt, closedAt } = drawer;
    return {
      ...{ drawerId, desk, day, openingInPaise, countedInPaise, explanation },
      ...{ openedBy: openedBy ?? "", openedAt: openedAt.toISOString() },
      ...{ closedBy: closedBy ?? "", closedAt: closedAt?.toISOString() ?? null },
      expectedInPaise: expectedCash({ openingInPaise, moves: own.map(({ move }) => move) }),
      moves: own.map(({ move, by }) => ({
        ...{ moveId: move.id, amountInPaise: move.amountInPaise, reason: move.reason, by: by ?? "" },
        at: move.at.toISOString(),
      })),
    };
  });
}

async function readDrawer(db: Db, id: string): Promise<CashDrawer> {
  const [found] = await readDrawers(db, { id, limit: 1 });
  if (!found) throw new Refusal("UNKNOWN_DRAWER");
  return found;
}

async function lockDrawer(tx: Db, drawerId: string): Promise<DrawerRow> {
  const [held] = await tx.select().from(cashDrawer).where(eq(cashDrawer.id, drawerId)).for("update");
  if (!held) throw new Refusal("UNKNOWN_DRAWER");
  if (held.closedAt) throw new Refusal("DRAWER_CLOSED");
  return held;
}

const rupees = (amountInPaise: number) => formatMoney({ amountInPaise, currency: "INR" });
const aboutDrawer = ({ id, desk, day }: Pick<DrawerRow, "id" | "desk" | "day">) => ({
  ...{ kind: "cash drawer" as const, thingId: id, thing: `${desk}, ${day}` },
});

type Opened = { desk: string; countedInPaise: number; reason: string };

export async function openDrawer(ctx: StaffCtx, { desk, countedInPaise, reason }: Opened): Promise<CashDrawer> {
  const { clock, staff: by } = ctx;
  const now = clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, `drawer ${desk}`);
    if (!(await readMoneySettings(tx)).desks.includes(desk)) throw new Refusal("UNKNOWN_DESK");
    const day = await drawerDay(tx, now);
    const rows = await tx
      .select()
      .from(cashDrawer)
      .where(and(eq(cashDrawer.desk, desk), sql`(${cashDrawer.closedAt} is null or ${cashDrawer.day} = ${day})`))
      .for("update");
    const open = rows.find(({ closedAt }) => closedAt === null);
    if (open) throw new Refusal(open.day === day ? "DRAWER_OPEN" : "DRAWER_STILL_OPEN");
    const [closed] = rows;
    const id = closed
      ? await openAgain(tx, ctx, { closed, countedInPaise, reason })
      : await addDrawer(tx, {
          desk,
          day,
          openingInPaise: countedInPaise,
          openedBy: by.id,
          openedAt: now,
          isDemo: by.isDemo,
        });
    await recordChange(tx, ctx, {
      ...aboutDrawer({ id, desk, day }),
      action: closed ? "Opened the cash drawer again" : "Opened the cash drawer",
      after: { countedInPaise, ...(isOther(closed, countedInPaise) ? { reason } : {}) },
    });
    return readDrawer(tx, id);
  });
}

async function addDrawer(tx: Db, values: typeof cashDrawer.$inferInsert): Promise<string> {
  const [added] = await tx.insert(cashDrawer).values(values).returning({ id: cashDrawer.id });
  return added?.id ?? "";
}

const isOther = (closed: DrawerRow | undefined, countedInPaise: number) =>
  closed !== undefined && closed.countedInPaise !== countedInPaise;

type Closed = { closed: DrawerRow; countedInPaise: number; reason: string };

/** What was missing or too much becomes a move, so that the sum goes on from what was counted. So does what changed since then. */
async function openAgain(
  tx: Db,
  { staff: by, clock }: StaffCtx,
  { closed, countedInPaise, reason }: Closed,
): Promise<string> {
  const before = closed.countedInPaise ?? 0;
  if (isOther(closed, countedInPaise) && reason.length < 3) {
    const text = `${rupees(before)} was counted when it was closed. Say why it is another sum now`;
    throw new Refusal("INVALID_INPUT", { fields: { reason: text } });
  }
  const moves = [
    { amountInPaise: before - (await cashIn(tx, closed)), reason: `Difference: ${closed.explanation}` },
    { amountInPaise: countedInPaise - before, reason: `Counted again: ${reason}` },
  ];
  for (const move of moves.filter(({ amountInPaise }) => amountInPaise !== 0))
    await putIntoDrawer(tx, { ...move, drawerId: closed.id, staffId: by.id, now: clock.now() });
  await tx
    .update(cashDrawer)
    .set({ closedAt: null, closedBy: null, countedInPaise: null, explanation: "" })
    .where(eq(cashDrawer.id, closed.id));
  return closed.id;
}

/** Below ₹1 crore, as every amount: what is counted must be an amount too. */
const mostInDrawer = 999_999_999;

type Moved = { drawerId: string; amountInPaise: number; reason: string; attemptId: string };

export async function moveCash(ctx: StaffCtx, { drawerId, attemptId, ...move }: Moved): Promise<CashDrawer> {
  return ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, attemptId);
    // The attempt is the id of the move.
    const [before] = await tx.select().from(cashMove).where(eq(cashMove.id, attemptId));
    const isSame = before?.drawerId === drawerId && before.amountInPaise === move.amountInPaise;
    if (before && !isSame) throw new Refusal("ATTEMPT_USED");
    if (before) return readDrawer(tx, before.drawerId);
    const held = await lockDrawer(tx, drawerId);
    const inDrawer = await cashIn(tx, held);
    const refuse = (text: string) => new Refusal("INVALID_INPUT", { fields: { amountInPaise: text } });
    if (inDrawer + move.amountInPaise < 0) throw refuse(tooLittleCash(inDrawer, held));
    if (inDrawer + move.amountInPaise > mostInDrawer) throw refuse("A drawer holds less than ₹1 crore");
    await putIntoDrawer(tx, { ...move, id: attemptId, drawerId, staffId: ctx.staff.id, now: ctx.clock.now() });
    await recordChange(tx, ctx, {
      ...aboutDrawer(held),
      action: move.amountInPaise < 0 ? "Took cash out of the drawer" : "Put cash into the drawer",
      after: { amountInPaise: Math.abs(move.amountInPaise), reason: move.reason },
    });
    return readDrawer(tx, drawerId);
  });
}

type Counted = { drawerId: string; countedInPaise: number; explanation: string };

export async function closeDrawer(
  ctx: StaffCtx,
  { drawerId, countedInPaise, explanation }: Counted,
): Promise<CashDrawer> {
  return ctx.db.transaction(async (tx) => {
    const held = await lockDrawer(tx, drawerId);
    const { openingInPaise, moves } = await readDrawer(tx, drawerId);
    const difference = cashDifference({ openingInPaise, moves }, countedInPaise);
    if (difference !== 0 && explanation.length < 3) {
      const text = `${rupees(Math.abs(difference))} ${difference < 0 ? "is missing" : "is too much"}. Say why, as far as you know`;
      throw new Refusal("INVALID_INPUT", { fields: { explanation: text } });
    }
    const closed = { countedInPaise, explanation: difference === 0 ? "" : explanation };
    await tx
      .update(cashDrawer)
      .set({ ...closed, closedBy: ctx.staff.id, closedAt: ctx.clock.now() })
      .where(eq(cashDrawer.id, drawerId));
    await recordChange(tx, ctx, {
      ...aboutDrawer(held),
      action: "Closed the cash drawer",
      after: { ...closed, differenceInPaise: difference },
    });
    return readDrawer(tx, drawerId);
  });
}
