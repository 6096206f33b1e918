import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { contentItem, demoContent } from "../db/tables/house.ts";
import { institute } from "../db/tables/site.ts";
import type { Files } from "../ports.ts";
import { applyRead, readForRun, storeFiles } from "./apply.ts";
import { shippedFolder } from "./folder.ts";
import type { ContentKind } from "./kind.ts";
import { inSnapshot } from "./snapshot.ts";

type DemoStep = { db: Db; now: Date };
/** The command in a terminal has no file store: what needs one is left out. */
type PeopleStep = DemoStep & { files?: Files };

/** What a room invents for the demo, beyond the files. Everything it adds carries the mark of the demo. */
export type DemoMaker = {
  load?(run: DemoStep): Promise<number>;
  /**
   * Learners in its batches, so that staff find something to do: at the first start of the product, and with the sales for a
   * demo that has none. Running it again adds nobody. Nobody is told.
   */
  people?(run: PeopleStep): Promise<void>;
  /** Runs only when somebody asks for it: sales of the last weeks. Returns how many. */
  fill?(run: DemoStep): Promise<number>;
  /** Runs every day: dates in the demo stay near today. */
  freshen?(run: DemoStep): Promise<void>;
  /** Whether something with the mark is in the database. */
  has?(db: Db): Promise<boolean>;
  /** Takes the mark off: it is the institute's own. */
  keep?(db: Db): Promise<void>;
  /** Removes what it made and what people did with it, and returns the counts by name. Later rooms have done so before. */
  remove?(db: Db): Promise<Record<string, number>>;
};

type NamedMaker = { name: string; demo: DemoMaker };

export type DemoRun = DemoStep & {
  files: Files;
  kinds: ContentKind[];
  makers: NamedMaker[];
};

type FirstRun = DemoRun & { hasPeople?: boolean };

/** Fills an empty database for all rooms or for none. Returns the counts, or null if the database had data already. */
export async function loadDemo({
  db,
  files,
  kinds,
  makers,
  now,
  hasPeople = false,
}: FirstRun): Promise<Record<string, number> | null> {
  const run = { files, kinds, now, root: shippedFolder, source: "demo" as const };
  const read = await readForRun({ ...run, db });
  await storeFiles(files, read);
  return inSnapshot(db, async (tx) => {
    if (!(await isEmpty(tx))) return null;
    await applyRead({ ...run, db: tx }, read);
    const counts = Object.fromEntries([...read.kinds].map(([name, items]) => [name, items.size]));
    for (const { name, demo } of makers) if (demo.load) counts[name] = await demo.load({ db: tx, now });
    if (hasPeople) await addPeople(makers, { db: tx, now, files });
    await tx.insert(demoContent).values({ loadedAt: now });
    return counts;
  });
}

export async function addPeople(makers: NamedMaker[], run: PeopleStep): Promise<void> {
  for (const { demo } of makers) await demo.people?.(run);
}

/** Brings the demo institute up to date: its dates, and what is new in this version. A real institute is left alone. */
export async function freshenDemo({ db, files, kinds, makers, now }: DemoRun): Promise<boolean> {
  const run = { files, kinds, now, root: shippedFolder, source: "demo" as const };
  if ((await db.$count(demoContent)) === 0) return false;
  const read = await readForRun({ ...run, db });
  await storeFiles(files, read);
  return inSnapshot(db, async (tx) => {
    const [loaded] = await tx.select().from(demoContent).for("update");
    if (!loaded) return false;
    await applyRead({ ...run, db: tx }, read);
    for (const { demo } of makers) await demo.freshen?.({ db: tx, now });
    return true;
  });
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select not exists (select from ${institute}) and not exists (select from ${demoContent}) as "isEmpty"`,
  );
  return rows[0]?.isEmpty === true;
}

/** Whether anything that was invented is in the database. */
export async function hasDemo(db: Db, makers: NamedMaker[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select exists (select from ${demoContent}) or exists (select from ${contentItem} where source = 'demo') as "hasDemo"`);
  const made = await Promise.all(makers.map(({ demo }) => demo.has?.(db) ?? false));
  return rows[0]?.hasDemo === true || made.includes(true);
}

/** The keys of the demo's items of one kind, for use in a query. */
export const demoItems = (kind: string) => sql`(select key from content_item where source = 'demo' and kind = ${kind})`;

export async function countDeleted(db: Db, statement: SQL): Promise<number> {
  return (await db.execute(statement)).rowCount ?? 0;
}
