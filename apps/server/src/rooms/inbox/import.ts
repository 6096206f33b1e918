import { createHash } from "node:crypto";
import { type ImportCheck, Refusal } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { takeNew } from "../../db/excluded.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { recordChange, toEntry } from "../staff/audit.ts";
import { lockInbox } from "./collect.ts";
import { type ImportLine, readImport } from "./import-lines.ts";
import { type ImportPerson, type PlacedLine, placeLines } from "./import-people.ts";
import { listMergedOf, placeAmong } from "./merged.ts";
import type { LeadRow } from "./row.ts";
import { asInUse } from "./tags.ts";
import { listInTurn } from "./turn.ts";

type File = { text: string; fileName: string };
type NewLine = ImportLine & { sourceRow: string };

const sampleSize = 5;
const rowsAtOnce = 500;

/** What an import would do now. */
export async function checkImport({ db }: StaffCtx, { text }: File): Promise<ImportCheck> {
  const { lines, ...file } = readImport(text);
  const fresh = await withoutRepeated(db, lines);
  const placed = await placeLines(db, fresh, { mustLock: false });
  const sample = lines.slice(0, sampleSize).map(({ line, name, number, email }) => ({ line, name, number, email }));
  return { ...file, ...countPeople(placed), repeated: lines.length - fresh.length, sample };
}

/** All lines or none. A line that was imported before is left out, so that the same file twice adds nothing. */
export async function importLeads(ctx: StaffCtx, { text, fileName }: File) {
  const { lines, faultCount } = readImport(text);
  if (faultCount > 0) throw new Refusal("IMPORT_FAULTS");
  return ctx.db.transaction(async (tx) => {
    await lockInbox(tx);
    const fresh = await withoutRepeated(tx, lines);
    const placed = await placeLines(tx, await withTagsInUse(tx, fresh), { mustLock: true });
    const result = { ...countPeople(placed), repeated: lines.length - fresh.length };
    if (placed.length === 0) return result;
    await addNew(
      tx,
      ctx,
      peopleOf(placed).filter(({ known }) => !known),
    );
    await changeKnown(tx, ctx, peopleOf(placed));
    await addEvents(tx, ctx, placed, fileName);
    await recordChange(tx, ctx, {
      ...{ action: "Imported leads", kind: "lead", thingId: "import", thing: fileName || "Leads" },
      after: result,
    });
    return result;
  });
}

/** Lines that stand twice in the file, or are in a history already. */
async function withoutRepeated(tx: Db, lines: ImportLine[]): Promise<NewLine[]> {
  const bySourceRow = new Map<string, NewLine>();
  for (const given of lines) {
    const sourceRow = sourceRowOf(given);
    if (!bySourceRow.has(sourceRow)) bySourceRow.set(sourceRow, { ...given, sourceRow });
  }
  const rows = await tx
    .select({ sourceRow: leadEvent.sourceRow })
    .from(leadEvent)
    .where(sql`${leadEvent.sourceRow} = any(${sql.param([...bySourceRow.keys()])}::text[])`);
  for (const { sourceRow } of rows) bySourceRow.delete(sourceRow ?? "");
  return [...bySourceRow.values()];
}

/** The line is known by what stands in the file. */
async function withTagsInUse(tx: Db, lines: NewLine[]): Promise<NewLine[]> {
  const used = await asInUse(
    tx,
    lines.flatMap(({ tags }) => tags),
  );
  const bySmall = new Map(used.map((tag) => [tag.toLowerCase(), tag]));
  return lines.map((line) => ({ ...line, tags: line.tags.map((tag) => bySmall.get(tag.toLowerCase()) ?? tag) }));
}

function sourceRowOf({ name, number, email, interest, note, tags, campaign }: ImportLine): string {
  const cells = [name, number, email?.toLowerCase(), interest, note, [...tags].sort(), campaign];
  return `import ${createHash("sha256").update(JSON.stringify(cells)).digest("hex")}`;
}

function peopleOf(placed: PlacedLine<NewLine>[]): ImportPerson[] {
  return [...new Set(placed.map(({ person }) => person))];
}

function countPeople(placed: PlacedLine<NewLine>[]) {
  const people = peopleOf(placed);
  const newLeads = people.filter(({ known }) => !known).length;
  return { newLeads, knownLeads: people.length - newLeads };
}

async function addNew(tx: Db, ctx: StaffCtx, people: ImportPerson[]): Promise<void> {
  const { staff, clock } = ctx;
  const at = clock.now();
  const owners = await listInTurn(tx);
  const rows = people.map(({ id, name, number, email, interest, tags, campaign }, n) => {
    const ownerId = owners[n % owners.length] ?? null;
    // The list shows them in the order of the file.
    const cameAt = new Date(at.getTime() - n);
    return {
      ...{ id, name, number, email, interest, tags, ownerId, assignedAt: ownerId ? at : null },
      ...{ source: "import" as const, cameAt, lastAt: cameAt, isDemo: staff.isDemo },
      campaign: (campaign ? { utm_campaign: campaign } : {}) as Record<string, string>,
    };
  });
  for (const some of batches(rows)) await tx.insert(lead).values(some);
  const entries = people.map((person) =>
    toEntry(ctx, {
      ...{ action: "Imported", kind: "lead" as const, thingId: person.id, thing: person.name },
      after: { name: person.name, ...details(person) },
    }),
  );
  for (const some of batches(entries)) await tx.insert(auditEntry).values(some);
}

const changed = takeNew(["number", "email", "interest", "tags", "lastAt", "version"]);

/** Who is known gains what was missing, and keeps status and owner: the file does not say that the person has written again. */
async function changeKnown(tx: Db, ctx: StaffCtx, people: ImportPerson[]): Promise<void> {
  const at = ctx.clock.now();
  const rows: LeadRow[] = [];
  const entries: (typeof auditEntry.$inferInsert)[] = [];
  for (const { known, ...person } of people) {
    if (!known) continue;
    const [before, after] = [details(known), details(person)];
    const isOther = JSON.stringify(before) !== JSON.stringify(after);
    const lastAt = at > known.lastAt ? at : known.lastAt;
    rows.push({ ...known, ...after, lastAt, version: known.version + (isOther ? 1 : 0) });
    const about = { action: "Got details from a file", kind: "lead" as const, thingId: known.id, thing: known.name };
    if (isOther) entries.push(toEntry(ctx, { ...about, before, after }));
  }
  for (const some of batches(rows))
    await tx.insert(lead).values(some).onConflictDoUpdate({ target: lead.id, set: changed });
  for (const some of batches(entries)) await tx.insert(auditEntry).values(some);
}

function details({ number, email, interest, tags }: Pick<LeadRow, "number" | "email" | "interest" | "tags">) {
  return { number, email, interest, tags };
}

async function addEvents(tx: Db, ctx: StaffCtx, placed: PlacedLine<NewLine>[], fileName: string): Promise<void> {
  const { staff, clock } = ctx;
  const by = { kind: "import" as const, at: clock.now(), staffId: staff.id, who: staff.name };
  const known = [...new Set(placed.flatMap(({ person }) => person.known ?? []))];
  const merged = await listMergedOf(
    tx,
    known.map(({ id }) => id),
  );
  const rows = placed.map(({ person, given }) => {
    const from =
      person.known && merged.length > 0 ? placeAmong([person.known, ...allMergedInto(person.id, merged)], given) : null;
    const { name, number, email, note, interest, campaign, sourceRow } = given;
    const facts = Object.entries({ Name: name, Course: interest, Campaign: campaign, File: fileName });
    return {
      ...{ ...by, leadId: person.id, text: note, email, number, sourceRow },
      fromLeadId: from && from.id !== person.id ? from.id : null,
      facts: Object.fromEntries(facts.filter(([, text]) => text)),
    };
  });
  for (const some of batches(rows)) await tx.insert(leadEvent).values(some);
}

/** Those merged into this lead, directly or through another one, of all that were read. */
function allMergedInto(id: string, rows: LeadRow[]): LeadRow[] {
  const direct = rows.filter(({ mergedInto }) => mergedInto === id);
  return direct.flatMap((row) => [row, ...allMergedInto(row.id, rows)]);
}

function batches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, n) =>
    rows.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce),
  );
}
