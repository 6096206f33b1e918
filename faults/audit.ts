import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { auditMails, type Break, type Mail } from "./audit-mails.ts";
import { auditMoney } from "./audit-money.ts";
import { waitUntil } from "./children.ts";
import type { History, Kind, Operation } from "./history.ts";
import type { Query } from "./postgres.ts";

/** `faults` must be empty; `figures` are for the report. */
export type Findings = { faults: string[]; figures: Record<string, number> };

type Audited = {
  query: Query;
  history: History;
  tag: string;
  dataDir: string;
  /** A draft that a killed process left may be as old. */
  draftLifetimeInMs: number;
  /** All mails that the mail server got. */
  mails: Mail[];
  breaks: Break[];
};

/** Compares what visitors were told with what the database has. Call it when the product is healthy again. */
export async function audit({ query, history, tag, dataDir, ...audited }: Audited): Promise<Findings> {
  const faults: string[] = [];
  const drained = await drain(query).catch((error: Error) => {
    faults.push(error.message);
    return {};
  });
  const own = history.operations.filter((operation) => operation.tag === tag);
  const operations = await auditOperations(query, own);
  faults.push(...operations.faults, ...(await auditMoney(query, own)), ...(await auditHouse(query)));
  const mails = await auditMails({ query, tag, ...audited });
  const drafts = findDrafts(path.join(dataDir, "files"), audited.draftLifetimeInMs);
  if (drafts > 0) faults.push(`${drafts} .draft files are left`);
  return {
    faults: [...faults, ...mails.faults],
    figures: { ...countOutcomes(own), ...operations.figures, ...drained, ...mails.figures },
  };
}

/** Queries for the rows that one load may have written; `key` is what the operation has. */
const rowsOf: Partial<Record<Kind, string>> = {
  subscription: "select email as key from subscription where email like $1",
  contact: "select email as key from contact_enquiry where email like $1",
  enquiry: "select email as key from course_enquiry where email like $1",
  download: "select email as key from syllabus_download where email like $1",
  seat: "select email as key from webinar_seat where email like $1",
  confirmation: "select email as key from webinar_seat where email like $1 and confirmed_at is not null",
  learner: "select mobile_number as key from learner where email like $1",
  purchase: "select mobile_number as key from learner join purchase on learner_id = learner.id where email like $1",
  picture: "select mobile_number as key from learner where email like $1 and picture is not null",
};

/** What was acknowledged is there once. What was refused is not there. The rest is there once or not at all. */
async function auditOperations(query: Query, operations: Operation[]): Promise<Findings> {
  const faults: string[] = [];
  const figures = { lost: 0, "doubled rows": 0 };
  const [tag] = operations.map((operation) => operation.tag);
  for (const [kind, text] of Object.entries(rowsOf)) {
    const counts = new Map<string, number>();
    for (const { key } of await query<{ key: string }>(text, [`${tag}%`])) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const operation of operations.filter((one) => one.kind === kind)) {
      const count = counts.get(operation.key) ?? 0;
      if (count > 1) figures["doubled rows"] += count - 1;
      if (operation.outcome === "acknowledged" && count === 0) figures.lost++;
      const why = whyWrong(operation, count);
      if (why) faults.push(`${kind} ${operation.key} (${operation.statuses.join(" ")}): ${why}`);
    }
  }
  for (const { kind, key, outcome, statuses } of operations)
    if (outcome === "unknown" && statuses.length > 20)
      faults.push(`${kind} ${key} never succeeded (${statuses.length} tries)`);
  return { faults, figures };
}

/** The id of a refused operation may be known already when its first answer was lost. */
function whyWrong({ kind, outcome, statuses }: Operation, count: number): string | undefined {
  if (count > 1) return `is there ${count} times`;
  if (outcome === "acknowledged" && count === 0) return "was acknowledged and is lost";
  const isFirstRefused = outcome === "refused" && statuses.length === 1;
  if (isFirstRefused && count > 0 && kind !== "purchase") return "was refused and is there";
  return undefined;
}

function countOutcomes(operations: Operation[]): Record<string, number> {
  const count = (outcome: string) => operations.filter((operation) => operation.outcome === outcome).length;
  return {
    acknowledged: count("acknowledged"),
    refused: count("refused"),
    unknown: count("unknown"),
    repeated: operations.filter(({ statuses }) => statuses.length > 1).length,
  };
}

/**
 * Waits until all jobs and webhooks are done. Those that wait for another try get it now: the waits grow to hours, and it is
 * the result that counts. How often they had been tried is reported.
 */
async function drain(query: Query): Promise<Record<string, number>> {
  const begun = performance.now();
  const tried = { most: 0 };
  await waitUntil(
    async () => {
      const [left] = await query<{ jobs: number; tries: number; webhooks: number }>(
        `select count(*)::int as jobs, coalesce(max(attempts), 0)::int as tries,
           (select count(*)::int from gateway_record where kind = 'webhook') as webhooks
         from graphile_worker._private_jobs
         where attempts < max_attempts and (locked_at is not null or run_at <= now() or attempts > 0)`,
      );
      tried.most = Math.max(tried.most, left?.tries ?? 0);
      if (left?.jobs === 0 && left.webhooks === 0) return true;
      await query(
        "update graphile_worker._private_jobs set run_at = now() where attempts between 1 and max_attempts - 1 and locked_at is null",
      );
      await query("update gateway_record set at = now() where kind = 'webhook'");
      return false;
    },
    { seconds: 180, what: "all jobs are done", every: 500 },
  );
  return {
    "seconds until all jobs were done": Math.round((performance.now() - begun) / 1000),
    "most tries of a job": tried.most,
  };
}

async function auditHouse(query: Query): Promise<string[]> {
  const faults: string[] = [];
  const parked = await query<{ id: string; last_error: string }>(
    "select id, last_error from graphile_worker._private_jobs where attempts >= max_attempts",
  );
  for (const { id, last_error } of parked) faults.push(`job ${id} failed for good: ${last_error?.slice(0, 200)}`);
  const [claims] = await query<{ count: number }>(
    "select count(*)::int as count from payment_order where provider_order_id like 'claimed:%'",
  );
  if (claims?.count) faults.push(`${claims.count} orders are claimed and were never placed`);
  const full = await query<{ slug: string; seats: number; taken: number }>(
    `select slug, seats, count(*)::int as taken from webinar join webinar_seat seat on seat.webinar_id = webinar.id
     where confirmed_at is not null and seats is not null group by webinar.id having count(*) > seats`,
  );
  for (const { slug, seats, taken } of full) faults.push(`webinar ${slug} has ${seats} seats, and ${taken} are taken`);
  return faults;
}

function findDrafts(folder: string, lifetimeInMs: number): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".draft") && Date.now() - statSync(path.join(folder, name)).mtimeMs > lifetimeInMs,
    ).length;
  } catch {
    return 0; // no file was stored yet
  }
}
