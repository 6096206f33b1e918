import { randomUUID } from "node:crypto";
import { maxTags, uniteTags } from "@shoreline/domain/inbox";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import type { ImportLine } from "./import-lines.ts";
import { type LeadRow, leadColumns } from "./row.ts";

/** Whom lines of the file are about. */
export type ImportPerson = Pick<ImportLine, "name" | "number" | "email" | "interest" | "tags" | "campaign"> & {
  id: string;
  /** Null for somebody whom nobody knew. */
  known: LeadRow | null;
};
export type PlacedLine<Line extends ImportLine> = { person: ImportPerson; given: Line };

/** Finds the person of each line: one who is a lead already, one of a line before, or somebody new. */
export async function placeLines<Line extends ImportLine>(
  tx: Db,
  lines: Line[],
  { mustLock }: { mustLock: boolean },
): Promise<PlacedLine<Line>[]> {
  const known = await findKnown(tx, lines, { mustLock });
  return lines.map((given) => {
    const person = findPerson(known, given) ?? newPerson(given);
    gain(person, given);
    remember(known, person, given);
    return { person, given };
  });
}

type Found = { person: ImportPerson; order: number };
/** By what a lead has now, and by what stands in a history: the older comes first. */
type Known = Record<"number" | "email" | "earlierNumber" | "earlierEmail", Map<string, Found>>;

/** By number first, as a form is collected: more people share an address than a number. */
function findPerson(known: Known, { number, email }: ImportLine): ImportPerson | undefined {
  const address = email?.toLowerCase() ?? "";
  const now = known.number.get(number ?? "") ?? known.email.get(address);
  if (now) return now.person;
  const [byNumber, byEmail] = [known.earlierNumber.get(number ?? ""), known.earlierEmail.get(address)];
  const isNumberOlder = byNumber && (!byEmail || byNumber.order < byEmail.order);
  return (isNumberOlder ? byNumber : byEmail)?.person;
}

function newPerson({ name, number, email, interest, campaign }: ImportLine): ImportPerson {
  return { id: randomUUID(), known: null, name, number, email, interest, tags: [], campaign };
}

/** What was not known yet. What staff have written stays. */
function gain(person: ImportPerson, { number, email, interest, tags }: ImportLine): void {
  person.number ??= number;
  person.email ??= email;
  person.interest ||= interest;
  person.tags = uniteTags([...person.tags, ...tags]).slice(0, Math.max(maxTags, person.tags.length));
}

/** For the lines that follow. */
function remember(known: Known, person: ImportPerson, given: ImportLine): void {
  const found = { person, order: Number.MAX_SAFE_INTEGER };
  const add = (people: Map<string, Found>, key: string | null) => {
    if (key && !people.has(key)) people.set(key, found);
  };
  add(known.number, person.number);
  add(known.email, person.email?.toLowerCase() ?? null);
  add(known.earlierNumber, given.number);
  add(known.earlierEmail, given.email?.toLowerCase() ?? null);
}

/** Five queries, however many lines there are. */
async function findKnown(tx: Db, lines: ImportLine[], { mustLock }: { mustLock: boolean }): Promise<Known> {
  const numbers = [...new Set(lines.flatMap(({ number }) => number ?? []))];
  const emails = [...new Set(lines.flatMap(({ email }) => email?.toLowerCase() ?? []))];
  const matches = {
    number: await findOldest(tx, { ...now, key: sql`${lead.number}`, keys: numbers }),
    email: await findOldest(tx, { ...now, key: sql`lower(${lead.email})`, keys: emails }),
    earlierNumber: await findOldest(tx, { ...earlier, key: sql`${leadEvent.number}`, keys: numbers }),
    earlierEmail: await findOldest(tx, { ...earlier, key: sql`lower(${leadEvent.email})`, keys: emails }),
  };
  const ids = new Set(Object.values(matches).flatMap((found) => found.map(({ leadId }) => leadId)));
  const rows = await readRows(tx, [...ids], { mustLock });
  const people = new Map(rows.map((row) => [row.id, toPerson(row)]));
  const toMap = (found: Match[]) =>
    new Map(
      found.flatMap(({ key, leadId, order }) => {
        const person = people.get(leadId);
        return person ? [[key, { person, order }] as const] : [];
      }),
    );
  return {
    number: toMap(matches.number),
    email: toMap(matches.email),
    earlierNumber: toMap(matches.earlierNumber),
    earlierEmail: toMap(matches.earlierEmail),
  };
}

type Match = { key: string; leadId: string; order: number };
type Place = { from: SQL; order: SQL; key: SQL; keys: string[] };

const now = { from: sql`${lead}`, order: sql`extract(epoch from ${lead.cameAt})` };
/** Who once gave another number or address, or was merged. */
const earlier = {
  from: sql`${leadEvent} join ${lead} on ${lead.id} = ${leadEvent.leadId}`,
  order: sql`${leadEvent.id}`,
};

/** For each key the oldest lead that has it. */
async function findOldest(tx: Db, { from, order, key, keys }: Place): Promise<Match[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.execute<Match>(sql`
    select distinct on (${key}) ${key} as key, ${lead.id} as "leadId", (${order})::float8 as "order"
    from ${from} where ${key} = any(${sql.param(keys)}::text[]) and ${lead.mergedInto} is null
    order by ${key}, ${order}`);
  return rows;
}

async function readRows(tx: Db, ids: string[], { mustLock }: { mustLock: boolean }): Promise<LeadRow[]> {
  if (ids.length === 0) return [];
  const rows = tx
    .select(leadColumns)
    .from(lead)
    .where(sql`${lead.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(lead.id);
  return mustLock ? rows.for("update") : rows;
}

function toPerson(row: LeadRow): ImportPerson {
  const { id, name, number, email, interest, tags } = row;
  return { id, known: row, name, number, email, interest, tags, campaign: "" };
}
