import type { LeadSource } from "@shoreline/domain/inbox";
import { and, asc, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { Behind } from "../../db/replica.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { lead, leadEvent, type MergeChanges, uncollected } from "../../db/tables/inbox.ts";
import type { Author } from "../staff/audit.ts";
import { changesOf } from "./merge-changes.ts";
import { findMerged, followMerged, recordFollow } from "./merged.ts";
import { planFollow, shortened } from "./plan-follow.ts";
import { type LeadRow, leadColumns } from "./row.ts";
import { type Sent, sources } from "./sources.ts";
import { listInTurn } from "./turn.ts";

const inboxLock = sql`hashtextextended('inbox', 0)`;
const atOnce = 100;
export const maxTries = 5;
const isNext = lt(uncollected.tries, maxTries);

/** A list may be read from a replica, where nothing can be stored. */
type Collecting = Pick<Deps, "db" | "log" | "clock"> & { primary?: Db };

/**
 * Brings what the forms have stored since into the inbox. Returns how many rows it looked at. A replica that was to answer does not have
 * them yet, so the primary does.
 */
export async function collect({ db, primary = db, log, clock }: Collecting): Promise<number> {
  if ((await primary.$count(uncollected, isNext)) === 0) return 0;
  const count = await primary
    .transaction((tx) => collectRows(tx, { log, clock }))
    .catch((error) => {
      if (isAboutLocks(error)) return 0;
      throw error;
    });
  if (count > 0 && db !== primary) throw new Behind();
  return count;
}

async function collectRows(tx: Db, { log, clock }: Pick<Deps, "log" | "clock">): Promise<number> {
  // Who asks while somebody else collects waits for that, or an enquiry that has just come would be missing. Not for long: a list may be late.
  await tx.execute(sql`set local lock_timeout = '3s'`);
  await lockInbox(tx);
  const rows = await tx
    .select()
    .from(uncollected)
    .where(isNext)
    // What has just come goes before what was there before the inbox.
    .orderBy(uncollected.tries, desc(uncollected.addedAt))
    .limit(atOnce);
  for (const { sourceRow } of rows) {
    const isThisRow = eq(uncollected.sourceRow, sourceRow);
    try {
      await tx.transaction((step) => collectRow(step, sourceRow, clock));
      await tx.delete(uncollected).where(isThisRow);
    } catch (error) {
      log.error({ err: error, sourceRow }, "a row was not brought into the inbox");
      if (isAboutLocks(error)) continue;
      await tx
        .update(uncollected)
        .set({ tries: sql`${uncollected.tries} + 1` })
        .where(isThisRow);
    }
  }
  return rows.length;
}

/** Somebody else had the row: the next turn will do. */
function isAboutLocks(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown };
  return ["40P01", "55P03"].includes((cause as { code?: string }).code ?? "");
}

/** One at a time: two forms of one person must not become two leads. */
export async function lockInbox(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${inboxLock})`);
}

async function collectRow(tx: Db, sourceRow: string, clock: Deps["clock"]): Promise<void> {
  const [table = "", id = ""] = sourceRow.split(" ");
  const sent = await sources[table]?.(tx, id);
  if (sent) await addSent(tx, sent, { sourceRow, clock });
}

/** `by` is who wrote it down for the person. */
type AddOptions = { sourceRow?: string; clock: Deps["clock"]; isDemo?: boolean; by?: Author["staff"] };

/** Adds what somebody sent to their lead, or to a new one. Returns the lead; undefined if there is none for it. */
export async function addSent(tx: Db, sent: Sent, options: AddOptions): Promise<string | undefined> {
  const { sourceRow, clock, isDemo = false, by } = options;
  const known = await findLead(tx, sent);
  if (!known && (sent.kind === "purchase" || (await hasBought(tx, sent.learnerId)))) return undefined;
  if (sourceRow && (await tx.$count(leadEvent, eq(leadEvent.sourceRow, sourceRow))) > 0) return known?.id;
  const found = known ?? (await addLead(tx, sent, { now: clock.now(), isDemo }));
  const { kind, at, text, email, number } = sent;
  const facts = { ...writtenAs(sent, found), ...sent.facts };
  const way = known ? await findMerged(tx, known, sent) : [];
  const [from, ...above] = way;
  const fromLeadId = from?.id;
  const changedLead =
    known && from ? Object.fromEntries([...above, known].map((row) => [row.id, changed(row, sent)])) : null;
  await tx.insert(leadEvent).values({
    ...{ leadId: found.id, fromLeadId, changedLead, kind, at, text, facts, email, number, sourceRow },
    ...{ staffId: by?.id, who: by?.name },
  });
  if (!known) return found.id;
  const author: Author = { clock, ...(by && { staff: by }) };
  await follow(tx, { known, sent, author, from });
  await followMerged(tx, way, { known, sent, author });
  return found.id;
}

function changed(row: LeadRow, sent: Sent): MergeChanges {
  return changesOf(row, planFollow(row, sent).values);
}

/** What this form says otherwise than the lead: somebody may write for another person, or with a second number. */
function writtenAs(sent: Sent, { name, email, number }: LeadRow): Record<string, string> {
  const isOther = (written: string | null, known: string | null) =>
    written && known && written.toLowerCase() !== known.toLowerCase();
  return {
    ...(!sent.isNameGuessed && isOther(sent.name, name) ? { "Name given": sent.name } : {}),
    ...(sent.number && isOther(sent.number, number) ? { "Number given": sent.number } : {}),
    ...(sent.email && isOther(sent.email, email) ? { "E-mail given": sent.email } : {}),
  };
}

/** By number first: more people share an address than a number. */
export async function findLead(tx: Db, { number, email, learnerId }: Sent): Promise<LeadRow | undefined> {
  const oldest = async (isSame: ReturnType<typeof eq>) => {
    const [row] = await tx
      .select(leadColumns)
      .from(lead)
      .where(and(isSame, isNull(lead.mergedInto)))
      .orderBy(asc(lead.cameAt))
      .limit(1)
      .for("update");
    return row;
  };
  return (
    (number ? await oldest(eq(lead.number, number)) : undefined) ??
    (email ? await oldest(sql`lower(${lead.email}) = lower(${email})`) : undefined) ??
    (learnerId ? await oldest(eq(lead.learnerId, learnerId)) : undefined) ??
    (await findByEarlier(tx, { number, email }))
  );
}

/** Who once gave another number or address, or was merged. */
async function findByEarlier(tx: Db, { number, email }: Pick<Sent, "number" | "email">): Promise<LeadRow | undefined> {
  const isSame = or(
    number ? eq(leadEvent.number, number) : undefined,
    email ? sql`lower(${leadEvent.email}) = lower(${email})` : undefined,
  );
  if (!isSame) return undefined;
  const [row] = await tx
    .select(leadColumns)
    .from(leadEvent)
    .innerJoin(lead, eq(lead.id, leadEvent.leadId))
    .where(and(isSame, isNull(lead.mergedInto)))
    .orderBy(asc(leadEvent.id))
    .limit(1)
    .for("update", { of: lead });
  return row;
}

/** Who has bought a course is a learner and not a lead. */
async function hasBought(tx: Db, learnerId: string | null | undefined): Promise<boolean> {
  return learnerId ? (await tx.$count(purchase, eq(purchase.learnerId, learnerId))) > 0 : false;
}

async function addLead(tx: Db, sent: Sent, { now, isDemo }: { now: Date; isDemo: boolean }): Promise<LeadRow> {
  const [ownerId = null] = await listInTurn(tx);
  const { email, number, at, kind, interest = "", landingPage = "", campaign = {}, learnerId } = sent;
  const name = shortened(sent.name);
  const [row] = await tx
    .insert(lead)
    .values({
      ...{ name, email, number, interest, landingPage, campaign, learnerId, isDemo },
      ...{ source: kind as LeadSource, cameAt: at, lastAt: at, ownerId, assignedAt: ownerId ? now : null },
    })
    .returning(leadColumns);
  return row as LeadRow;
}

type Known = { known: LeadRow; sent: Sent; author: Author; from: LeadRow | undefined };

/** A known lead gains what is new. */
async function follow(tx: Db, { known, sent, author, from }: Known): Promise<void> {
  const plan = planFollow(known, sent);
  const { values, gained } = plan;
  const isOther = Object.keys(gained).length > 0;
  await tx
    .update(lead)
    .set({ ...values, version: known.version + (isOther ? 1 : 0) })
    .where(eq(lead.id, known.id));
  // The line goes along with the one that it came from if it is true of that one too.
  const isTheirs = from && planFollow(from, sent).gained.status === gained.status;
  if (gained.status)
    await tx.insert(leadEvent).values({
      ...{ leadId: known.id, fromLeadId: isTheirs ? from.id : null, kind: "status", at: sent.at, text: gained.status },
      ...{ staffId: author.staff?.id, who: author.staff?.name ?? "The system" },
    });
  await recordFollow(tx, author, known, plan);
}
