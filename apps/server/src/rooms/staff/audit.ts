import type { AuditEntry, LastChange } from "@shoreline/contract";
import { type AuditKind, auditKinds } from "@shoreline/domain/staff";
import { beginOf } from "@shoreline/domain/zone";
import { and, desc, eq, gte, ilike, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { readInstitute } from "../site/queries.ts";
import type { StaffRow } from "./queries.ts";

type Values = Record<string, unknown>;
export type Change = {
  /** In words, as the log shows it: "Changed the roles". */
  action: string;
  kind: AuditKind;
  thingId: string;
  thing: string;
  before?: Values;
  after?: Values;
};
export type Author = Pick<Ctx, "clock"> & {
  staff?: StaffRow;
  address?: string | undefined;
  /** Who it was, without a row of the staff. */
  who?: "The system" | "The terminal";
};

/** Call it in the transaction of the change, so that there is never one without the other. */
export async function recordChange(tx: Db, author: Author, change: Change): Promise<void> {
  await tx.insert(auditEntry).values(toEntry(author, change));
}

/** For many changes in one statement. */
export function toEntry(author: Author, { before, after, ...change }: Change): typeof auditEntry.$inferInsert {
  const { staff, who = "The system", clock } = author;
  const isDemo = staff?.isDemo ?? false;
  return {
    ...change,
    ...differences(before, after),
    at: clock.now(),
    staffId: staff?.id,
    who: staff?.name ?? who,
    // Everybody can read the log of a demonstration.
    address: isDemo ? undefined : author.address,
    isDemo,
  };
}

export function aboutPerson({ id, name }: StaffRow) {
  return { kind: "person" as const, thingId: id, thing: name };
}

/** Only what differs is kept. */
function differences(before?: Values, after?: Values): { before?: Values; after?: Values } {
  if (!before || !after) return { ...(before && { before }), ...(after && { after }) };
  const isDifferent = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const pick = (values: Values) => Object.fromEntries(Object.entries(values).filter(([name]) => isDifferent(name)));
  return { before: pick(before), after: pick(after) };
}

/** Who changed this last, and nothing more: the log itself is for owners. An entry with values before it changed something. */
export async function findLastChange(db: Db, thingId: string): Promise<LastChange | null> {
  const [found] = await db
    .select({ who: auditEntry.who, at: auditEntry.at })
    .from(auditEntry)
    .where(and(eq(auditEntry.thingId, thingId), isNotNull(auditEntry.before)))
    .orderBy(desc(auditEntry.id))
    .limit(1);
  return found ? { who: found.who, at: found.at.toISOString() } : null;
}

type Filter = {
  who?: string | undefined;
  kind?: AuditKind | undefined;
  thingId?: string | undefined;
  words?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  before?: string | undefined;
};

const pageSize = 50;

export async function readAudit({ db }: Pick<Ctx, "db">, filter: Filter) {
  const { timeZone } = await readInstitute(db);
  const { who, kind, thingId, words, from, until, before } = filter;
  const contains = words ? `%${words.replace(/[\\%_]/g, "\\$&")}%` : undefined;
  const rows = await db
    .select()
    .from(auditEntry)
    .where(
      and(
        who === "system" ? isNull(auditEntry.staffId) : who ? eq(auditEntry.staffId, who) : undefined,
        kind ? eq(auditEntry.kind, kind) : undefined,
        thingId ? eq(auditEntry.thingId, thingId) : undefined,
        contains ? or(ilike(auditEntry.who, contains), ilike(auditEntry.thing, contains)) : undefined,
        from ? gte(auditEntry.at, beginOf(from, { timeZone })) : undefined,
        until ? lt(auditEntry.at, beginOf(until, { timeZone, later: 1 })) : undefined,
        before ? lt(auditEntry.id, Number(before)) : undefined,
      ),
    )
    .orderBy(desc(auditEntry.id))
    .limit(pageSize + 1);
  return { entries: rows.slice(0, pageSize).map(toWire), hasMore: rows.length > pageSize, kinds: [...auditKinds] };
}

function toWire({ id, at, isDemo, ...entry }: typeof auditEntry.$inferSelect): AuditEntry {
  return { ...entry, entryId: String(id), at: at.toISOString() };
}
