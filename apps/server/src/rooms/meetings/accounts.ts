import { type Api, type MeetingAccount, type ParsedInput, Refusal } from "@shoreline/contract";
import {
  localMeetingServer,
  type MeetingField,
  meetingFields,
  mostMeetingAccounts,
} from "@shoreline/domain/meeting-account";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { meeting, meetingAccount } from "../../db/tables/meeting.ts";
import { isAllowedUrl, mayBeLocal } from "../../outside/addresses.ts";
import { recordChange } from "../staff/audit.ts";
import { findSlots } from "./free-slots.ts";
import { type AccountRow, openProvider, problemOf } from "./provider.ts";
import { at } from "./queries.ts";

const mostListed = 100;

/** Who has entered a demonstration finds the accounts made there only. */
const isVisible = ({ staff }: StaffCtx): SQL | undefined =>
  staff.isDemo ? eq(meetingAccount.isDemo, true) : undefined;

export async function listAccounts(ctx: StaffCtx) {
  const { db, clock } = ctx;
  const now = clock.now();
  const ahead = db
    .select({
      accountId: meeting.accountId,
      count: sql<number>`count(*)::int`.as("count"),
      problem: sql<string | null>`(array_agg(${meeting.problem} order by ${meeting.startsAt})
        filter (where ${meeting.problem} <> ''))[1]`.as("problem"),
    })
    .from(meeting)
    .where(sql`${meeting.startsAt} > ${at(now)} - interval '3 hours' and ${meeting.state} <> 'ended'`)
    .groupBy(meeting.accountId)
    .as("ahead");
  const rows = await db
    .select({ row: meetingAccount, count: ahead.count, problem: ahead.problem })
    .from(meetingAccount)
    .leftJoin(ahead, eq(ahead.accountId, meetingAccount.id))
    .where(isVisible(ctx))
    .orderBy(sql`${meetingAccount.closedAt} is not null`, meetingAccount.addedAt, meetingAccount.id)
    .limit(mostListed);
  const { without } = await findSlots(db, { now });
  return { accounts: rows.map(toWire), without };
}

type Row = { row: AccountRow; count: number | null; problem: string | null };

function toWire({ row: { id, kind, name, settings, atOnce, addedAt, closedAt }, count, problem }: Row): MeetingAccount {
  return {
    ...{ accountId: id, kind, name, settings, atOnce, addedAt: addedAt.toISOString() },
    ...{ closedAt: closedAt?.toISOString() ?? null, ahead: count ?? 0, problem },
  };
}

async function lockAccount(tx: Db, ctx: StaffCtx, accountId: string): Promise<AccountRow> {
  const isThis = and(eq(meetingAccount.id, accountId), isNull(meetingAccount.closedAt), isVisible(ctx));
  const [row] = await tx.select().from(meetingAccount).where(isThis).for("update");
  if (!row) throw new Refusal("UNKNOWN_MEETING_ACCOUNT");
  return row;
}

type Written = ParsedInput<Api["meetings"]["saveAccount"]>;

/** The kind of an account stays: its meetings were made with it. */
export async function saveAccount(ctx: StaffCtx, { accountId, ...given }: Written): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!accountId) return addAccount(tx, ctx, given);
    const row = await lockAccount(tx, ctx, accountId);
    const { kind, isDemo } = row;
    const values = { name: given.name, atOnce: given.atOnce, settings: readSettings(ctx, { ...given, kind }, row) };
    await tx
      .update(meetingAccount)
      .set({ ...values, ...(given.secret ? { secret: given.secret } : {}) })
      .where(eq(meetingAccount.id, row.id));
    const { name, atOnce, settings } = row;
    const hasNewSecret = given.secret ? { secret: "changed" } : {};
    await record(tx, ctx, {
      ...{ action: "Changed a meeting account", row: { ...row, isDemo } },
      ...{ before: { name, atOnce, settings }, after: { ...values, ...hasNewSecret } },
    });
  });
}

async function addAccount(tx: Db, ctx: StaffCtx, given: Omit<Written, "accountId">): Promise<void> {
  const { kind, name, atOnce, secret } = given;
  if (!secret) throw new Refusal("INVALID_INPUT", { fields: { secret: "Enter the secret" } });
  // One at a time, or two who add the last one would make one too many.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('meeting accounts', 0))`);
  if ((await tx.$count(meetingAccount, isNull(meetingAccount.closedAt))) >= mostMeetingAccounts)
    throw new Refusal("TOO_MANY_MEETING_ACCOUNTS");
  const values = { kind, name, atOnce, settings: readSettings(ctx, given) };
  const [row] = await tx
    .insert(meetingAccount)
    .values({ ...values, secret, addedAt: ctx.clock.now(), isDemo: ctx.staff.isDemo })
    .returning();
  await record(tx, ctx, { action: "Added a meeting account", row: row as AccountRow, after: values });
}

/** Only what the kind needs, and all of it. */
function readSettings(
  ctx: StaffCtx,
  { kind, settings }: Pick<Written, "kind" | "settings">,
  old?: AccountRow,
): Record<string, string> {
  const names: readonly MeetingField[] = meetingFields[kind];
  const missing = names.filter((name) => !settings[name]);
  if (missing.length > 0)
    throw new Refusal("INVALID_INPUT", { fields: Object.fromEntries(missing.map((name) => [name, "Please fill in"])) });
  const { url } = settings;
  const isKept = url === localMeetingServer && old?.settings.url === url;
  if (kind === "bigbluebutton" && url && !isKept && !isAllowedUrl(url, { mayBeLocal: mayBeLocal(ctx) }))
    throw new Refusal("INVALID_INPUT", { fields: { url: "Enter a public address that begins with https://" } });
  return Object.fromEntries(names.map((name) => [name, settings[name] ?? ""]));
}

/** Its classes that come get a slot of another account with the next run of the job. */
export async function closeAccount(ctx: StaffCtx, accountId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockAccount(tx, ctx, accountId);
    await tx.update(meetingAccount).set({ closedAt: ctx.clock.now() }).where(eq(meetingAccount.id, accountId));
    await record(tx, ctx, { action: "Closed a meeting account", row });
  });
}

export async function testAccount(ctx: StaffCtx, accountId: string): Promise<{ isFine: boolean; message: string }> {
  const row = await ctx.db.transaction((tx) => lockAccount(tx, ctx, accountId));
  try {
    await openProvider(ctx, row).test();
    return { isFine: true, message: `${row.name} answered: the account can be used.` };
  } catch (err) {
    ctx.log.warn({ accountId, err }, "a meeting account cannot be used");
    return { isFine: false, message: problemOf(err) };
  }
}

type Line = { action: string; row: AccountRow; before?: Record<string, unknown>; after?: Record<string, unknown> };

/** Never with the secret. */
function record(tx: Db, ctx: StaffCtx, { row, ...line }: Line): Promise<void> {
  return recordChange(tx, ctx, { ...line, kind: "connection", thingId: row.id, thing: row.name });
}
