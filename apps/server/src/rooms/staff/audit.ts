import type { AuditEntry } from "@shoreline/contract";
import { type AuditKind, auditKinds } from "@shoreline/domain/staff";
import { momentAt } from "@shoreline/domain/zone";
import { and, desc, eq, gte, ilike, isNull, lt, or } from "drizzle-orm";
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
export async function recordChange(tx: Db, author: Author, { before, after, ...change }: Change): Promise<void> {
  const { staff, who = "The system", clock } = author;
  const isDemo = staff?.isDemo ?? false;
  await tx.insert(auditEntry).values({
    ...change,
    ...differences(before, after),
    at: clock.now(),
    staffId: staff?.id,
    who: staff?.name ?? who,
    // Everybody can read the log of a demonstration.
    address: isDemo ? undefined : author.address,
    isDemo,
  });
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

/** The beginning of the day that comes so many days after this one. */
function beginOf(date: string, { timeZone, later = 0 }: { timeZone: string; later?: number }): Date {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return momentAt({ year, month, day: day + later, hour: 0, minute: 0 }, timeZone);
}

function toWire({ id, at, isDemo, ...entry }: typeof auditEntry.$inferSelect): AuditEntry {
  return { ...entry, entryId: String(id), at: at.toISOString() };
}
