import type pg from "pg";
import { readLastBackup } from "./backup/runs.ts";
import type { ContentKind } from "./content/kind.ts";
import { type BrokenRow, findBroken, findBrokenRecords, type RecordCheck } from "./content/well-formed.ts";
import type { Deps } from "./context.ts";
import type { Db } from "./db/connect.ts";
import { inTime as within } from "./in-time.ts";
import { countParked } from "./jobs/parked.ts";
import { countMessages } from "./messages/sent.ts";

export type Health = {
  /** `degraded`: it serves, but something needs attention. */
  state: "ready" | "degraded" | "not ready";
  /** For operators. */
  notes: string[];
};

type HealthDeps = Pick<Deps, "db" | "pool" | "files" | "clock">;
type Known = {
  isStopping: boolean;
  isWorking: boolean;
  hasBackups: boolean;
  /** False while DATABASE_READ_URL does not answer. */
  hasReplica?: boolean;
  broken?: BrokenRow[];
};

const answersWithinMs = 3000;
const hourMs = 3_600_000;
/** The nightly one has failed twice. */
const oldBackupHours = 48;

/** A few numbers are always out of reach. A wording that the operators refuse fails for everybody. */
const manyFailed = { atLeast: 10, share: 0.2 };

const keptForMs = 2000;
const contentKeptForMs = 60_000;
const recordsKeptForMs = 10 * 60_000;

/** Strangers may ask as often as they like: the answer is kept for a moment. */
export function healthReader(
  deps: HealthDeps & { kinds: ContentKind[]; records: RecordCheck[] },
  readKnown: () => Known,
): () => Promise<Health> {
  const readBroken = brokenReader(deps);
  const check = async (known: Known) => checkHealth(deps, { ...known, broken: await readBroken() });
  let last: { at: number; health: Promise<Health> } | undefined;
  return () => {
    const known = readKnown();
    if (known.isStopping) return checkHealth(deps, known);
    if (!last || Date.now() - last.at > keptForMs) last = { at: Date.now(), health: check(known) };
    return last.health;
  };
}

const unknown = [{ kind: "content", key: "(all)", problem: "it could not be checked" }];

/** Content has few rows; records may be a million, so they are looked at seldom. */
function brokenReader({ db, kinds, records }: { db: Db; kinds: ContentKind[]; records: RecordCheck[] }) {
  const readContent = kept(() => findBroken(db, kinds), contentKeptForMs);
  const readRecords = kept(() => findBrokenRecords(db, records), recordsKeptForMs);
  return async (): Promise<BrokenRow[]> => (await Promise.all([readContent(), readRecords()])).flat();
}

function kept(find: () => Promise<BrokenRow[]>, keptForMs: number): () => Promise<BrokenRow[]> {
  let last: { at: number; broken: Promise<BrokenRow[]> } | undefined;
  return () => {
    if (!last || Date.now() - last.at > keptForMs)
      last = { at: Date.now(), broken: inTime(find()).then((broken) => broken ?? unknown) };
    return last.broken;
  };
}

export async function checkHealth({ db, pool, files, clock }: HealthDeps, known: Known): Promise<Health> {
  const { isStopping, isWorking, hasBackups, hasReplica = true, broken = [] } = known;
  if (isStopping) return { state: "not ready", notes: ["This process is stopping."] };
  const answer = await inTime(
    pool.query(
      "select current_setting('transaction_read_only') = 'off' as writable, exists (select from institute) as filled",
    ),
  );
  if (!answer) return { state: "not ready", notes: ["database: does not answer"] };
  const hasFiles = !files.isReachable || (await inTime(files.isReachable()));
  const parked = (await inTime(countParked(db))) ?? [];
  const count = parked.reduce((sum, kind) => sum + kind.count, 0);
  const messages = (await inTime(countMessages(db, new Date(clock.now().getTime() - hourMs)))) ?? [];
  const last = await inTime(readLastBackup(db));
  const hours = last && Math.floor((clock.now().getTime() - last.madeAt.getTime()) / hourMs);
  const isOverdue = hasBackups && (hours === null ? await isOld(pool) : hours > oldBackupHours);
  const troubles = [
    ...(answer.rows[0]?.writable ? [] : ["database: it can only be read"]),
    ...(answer.rows[0]?.filled ? [] : ["content: there is no institute (set CONTENT_DIR and start again)"]),
    ...(isWorking ? [] : ["jobs: the worker has no connection to the database"]),
    ...(hasReplica ? [] : ["replica: does not answer; the primary answers everything (DATABASE_READ_URL)"]),
    ...(hasFiles ? [] : ["files: the object store does not answer; documents are drawn from their records"]),
    ...(count > 0 ? [`jobs: ${count} parked (npm run jobs -- list)`] : []),
    ...describeFailed(messages),
    ...(isOverdue ? ["backup: the nightly backups fail"] : []),
    ...broken
      .slice(0, 20)
      .map(({ kind, key, problem }) => `content: ${kind} ${key} is broken and not shown (${problem})`),
  ];
  const notes = [...troubles, hours === null ? "backup: none yet" : `backup: the newest is ${hours} h old`];
  return { state: troubles.length > 0 ? "degraded" : "ready", notes };
}

function describeFailed(counts: { channel: string; state: string; count: number }[]): string[] {
  return ["sms", "whatsapp"].flatMap((channel) => {
    const own = counts.filter((counted) => counted.channel === channel);
    const all = own.reduce((sum, { count }) => sum + count, 0);
    const failed = own.find(({ state }) => state === "failed")?.count ?? 0;
    const isMany = failed >= manyFailed.atLeast && failed > all * manyFailed.share;
    return isMany ? [`messages: ${failed} of ${all} by ${channel} failed in the last hour`] : [];
  });
}

/** Whether the first backup should have been made by now. */
async function isOld(pool: pg.Pool): Promise<boolean> {
  const found = await inTime(
    pool.query("select min(applied_at) < now() - make_interval(hours => $1) as old from migration", [oldBackupHours]),
  );
  return found?.rows[0]?.old === true;
}

function inTime<T>(work: Promise<T>): Promise<T | null> {
  return within(work, answersWithinMs);
}
