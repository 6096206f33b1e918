import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { contentItem } from "../db/tables/house.ts";
import type { Files } from "../ports.ts";
import { StartError } from "../start-error.ts";
import { compare, type Verdict } from "./compare.ts";
import { describeMistake, sortMistakes } from "./folder.ts";
import { asJson, type ContentKind, type Values } from "./kind.ts";
import { checkPictures, storePictures } from "./pictures.ts";
import { type Earlier, itemId, type ReadContent, readContent } from "./reading.ts";
import { codeOf, dryRun, inSnapshot } from "./snapshot.ts";

type Source = "demo" | "own";
export type Change = {
  kind: string;
  key: string;
  /** What staff should know about it. */
  notes?: string[];
} & Exclude<Verdict, { action: "none" }>;

export type ContentRun = {
  db: Db;
  files: Files;
  kinds: ContentKind[];
  root: string;
  source: Source;
  now: Date;
  filesWin?: boolean;
};

/** Reads the files; throws if they have mistakes. */
export async function readForRun({ db, kinds, root, source, now }: ContentRun): Promise<ReadContent> {
  const items = await db.select().from(contentItem);
  const earlier = new Map(items.map(({ kind, key, applied }) => [itemId(kind, key), (applied ?? {}) as Earlier]));
  const read = readContent({ root, kinds, now, earlier, isDatedAnew: source === "demo" });
  // The pictures of what was applied are stored, so they could be drawn.
  const applied = JSON.stringify(items.map((item) => item.applied));
  const unknown = new Map([...read.pictures].filter(([name]) => !applied.includes(name)));
  await checkPictures(unknown, (file, message) => read.folder.note(file, [], message));
  refuseMistakes(read);
  return read;
}

export function refuseMistakes({ folder: { mistakes, root } }: ReadContent): void {
  if (mistakes.length === 0) return;
  const count = mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`;
  throw new StartError(
    [`The content in ${root} has ${count}:`, ...sortMistakes(mistakes).map(describeMistake)].join("\n"),
  );
}

/** What would change: applies everything and takes it back, because only the database knows what is in use. */
export async function diffContent(run: ContentRun): Promise<Change[]> {
  const read = await readForRun(run);
  return dryRun(run.db, (tx) => applyRead({ ...run, db: tx }, read));
}

/** Brings the database to what the files say, all of it or nothing. Staff may go on working meanwhile. */
export async function applyContent(run: ContentRun): Promise<Change[]> {
  const read = await readForRun(run);
  await storeFiles(run.files, read);
  return inSnapshot(run.db, (tx) => applyRead({ ...run, db: tx }, read));
}

export async function storeFiles(files: Files, { pictures, stored }: ReadContent): Promise<void> {
  await storePictures(files, pictures);
  for (const [key, file] of stored) await files.put(key, file);
}

/** In the caller's transaction. */
export async function applyRead(run: ContentRun, read: ReadContent): Promise<Change[]> {
  const { db } = run;
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('content'))`);
  const done: Change[] = [];
  const blocked = new Set<string>();
  for (const change of await findChanges(run, read)) {
    const outcome = await carryOut(run, read, change);
    if (outcome.action === "keep" && change.action !== "keep") blocked.add(itemId(change.kind, change.key));
    done.push(outcome);
  }
  await remember(run, read, blocked);
  return done;
}

async function findChanges({ db, kinds, filesWin }: ContentRun, read: ReadContent): Promise<Change[]> {
  const items = await db.select().from(contentItem);
  const known = new Map(items.map(({ kind, key, applied }) => [itemId(kind, key), applied]));
  const changes: Change[] = [];
  for (const { name, list, isDocument, isCopy } of kinds) {
    const wanted = read.kinds.get(name) ?? new Map<string, Values>();
    const stored = await list(db);
    const remembered = items.flatMap(({ kind, key }) => (kind === name ? [key] : []));
    for (const key of new Set([...wanted.keys(), ...stored.keys(), ...remembered])) {
      const applied = withoutWritten(known.get(itemId(name, key)));
      if (applied === null && !wanted.has(key) && isCopy?.(key, wanted)) continue;
      const moving = read.moving.get(itemId(name, key));
      const sides = { wanted: wanted.get(key), stored: stored.get(key), applied };
      const verdict = compare(sides, { isDocument, filesWin, moving });
      if (verdict.action !== "none") changes.push({ kind: name, key, ...verdict });
    }
  }
  return changes;
}

function withoutWritten(applied: Values | null | undefined): Values | null | undefined {
  if (!applied) return applied;
  const { written, ...values } = applied;
  return values;
}

/** Returns what has happened, which may be less than was planned. */
async function carryOut({ db, kinds, now }: ContentRun, read: ReadContent, change: Change): Promise<Change> {
  const { key } = change;
  const kind = kinds.find(({ name }) => name === change.kind);
  const wanted = read.kinds.get(change.kind)?.get(key);
  if (!kind || change.action === "keep") return change;
  if (change.action === "remove") return removeOrHide(db, kind, key);
  const isDone = await unlessBroken(db, async (savepoint) => {
    if (change.action === "add" && wanted) await kind.add(savepoint, key, wanted);
    if (change.action === "change") await kind.change(savepoint, key, change.values);
  });
  if (!isDone) return { kind: kind.name, key, action: "keep", why: "it refers to something that staff have removed" };
  if (change.action !== "change" || !kind.noteChange) return change;
  const fields = change.differences.flatMap(({ field, winner }) => (winner === "files" ? [field] : []));
  return { ...change, notes: await kind.noteChange(db, key, { fields, now }) };
}

async function removeOrHide(db: Db, kind: ContentKind, key: string): Promise<Change> {
  const item = { kind: kind.name, key };
  const why = await kind.whyKept?.(db, key);
  if (why) return hide(db, kind, { key, why });
  const isDone = await unlessBroken(db, (savepoint) => kind.remove(savepoint, key));
  return isDone ? { ...item, action: "remove" } : { ...item, action: "keep", why: `${gone}, but it is in use` };
}

/** False, and nothing is done, when a row would refer to one that does not exist. */
async function unlessBroken(db: Db, work: (savepoint: Db) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction(work);
    return true;
  } catch (error) {
    if (codeOf(error) !== missingPartner) throw error;
    return false;
  }
}

const gone = "it is no longer in the files";

/** What is remembered says so too: when the file is back, only the files have changed. */
async function hide(db: Db, kind: ContentKind, { key, why }: { key: string; why: string }): Promise<Change> {
  const { name, hidden } = kind;
  const item = { kind: name, key };
  if (!hidden) return { ...item, action: "keep", why: `${gone}, but ${why}` };
  const stored = (await kind.list(db)).get(key);
  if (Object.entries(hidden).every(([field, value]) => stored?.[field] === value))
    return { ...item, action: "keep", why: `${gone}, and hidden, because ${why}` };
  await kind.change(db, key, hidden);
  await db
    .update(contentItem)
    .set({ applied: sql`coalesce(${contentItem.applied}, '{}') || ${JSON.stringify(hidden)}::jsonb` })
    .where(and(eq(contentItem.kind, name), eq(contentItem.key, key)));
  return { ...item, action: "hide", why: `hidden, because ${why}` };
}

/** What the files have now is the ground for the next comparison, also where staff won. What is blocked is tried again then. */
async function remember(run: ContentRun, read: ReadContent, blocked: Set<string>): Promise<void> {
  const { db, source, now, kinds } = run;
  const rows = [...read.kinds].flatMap(([kind, items]) =>
    [...items].flatMap(([key, values]) => {
      const id = itemId(kind, key);
      if (blocked.has(id)) return [];
      const written = read.written.get(id);
      return [{ kind, key, source, applied: asJson({ ...values, ...(written ? { written } : {}) }), appliedAt: now }];
    }),
  );
  if (rows.length > 0)
    await db
      .insert(contentItem)
      .values(rows)
      .onConflictDoUpdate({
        target: [contentItem.kind, contentItem.key],
        set: { source, applied: sql`excluded.applied`, appliedAt: now },
        setWhere: sql`content_item.applied is distinct from excluded.applied or content_item.source <> excluded.source`,
      });
  for (const { name, list } of kinds) {
    const stored = await list(db);
    const items = await db.select().from(contentItem).where(eq(contentItem.kind, name));
    for (const { key } of items)
      if (!stored.has(key) && !read.kinds.get(name)?.has(key))
        await db.delete(contentItem).where(and(eq(contentItem.kind, name), eq(contentItem.key, key)));
  }
}

const missingPartner = "23503";
