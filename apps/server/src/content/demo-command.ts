import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../command.ts";
import type { Db } from "../db/connect.ts";
import { contentItem, demoContent } from "../db/tables/house.ts";
import { contentKinds, demoMakers } from "../house.ts";
import { StartError } from "../start-error.ts";
import { addPeople, hasDemo } from "./demo.ts";
import type { ContentKind } from "./kind.ts";
import { dryRun, inSnapshot } from "./snapshot.ts";

const usage = `Usage:
  npm run demo -- sales          adds invented sales of the last weeks, with settlements, refunds and dues
  npm run demo -- remove         shows what would be removed: everything invented, and what was bought of it
  npm run demo -- remove --yes   removes it
  npm run demo -- keep           makes everything invented the institute's own, if you have changed it into that`;

/** `npm run demo` */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "demo", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await changeDemo(db, args)) console.log(line);
    }),
  );
}

export async function changeDemo(db: Db, [verb, flag]: string[], now = new Date()): Promise<string[]> {
  const isKnown =
    (["keep", "sales"].includes(verb ?? "") && !flag) || (verb === "remove" && (!flag || flag === "--yes"));
  if (!isKnown) throw new StartError(usage);
  if (!(await hasDemo(db, demoMakers))) throw new StartError("This database does not hold the demo.");
  if (verb === "keep") return keepDemo(db);
  if (verb === "sales") return fillDemo(db, now);
  return removeDemo(db, { isSure: flag === "--yes" });
}

/** Sees one moment, so that it takes only its own jobs for those that tell people of a sale. */
async function fillDemo(db: Db, now: Date): Promise<string[]> {
  const count = await inSnapshot(db, async (tx) => {
    await addPeople(demoMakers, { db: tx, now });
    let sum = 0;
    for (const { demo } of demoMakers) sum += (await demo.fill?.({ db: tx, now })) ?? 0;
    return sum;
  });
  return [`${count} invented invoices of the last weeks are in the books. Nobody was told.`];
}

async function keepDemo(db: Db): Promise<string[]> {
  await db.transaction(async (tx) => {
    await tx.update(contentItem).set({ source: "own" }).where(isOfDemo);
    for (const { demo } of demoMakers) await demo.keep?.(tx);
    await tx.delete(demoContent);
  });
  return ["Everything in this database is the institute's own now. No date moves by itself any more."];
}

const isOfDemo = eq(contentItem.source, "demo");

async function removeDemo(db: Db, { isSure }: { isSure: boolean }): Promise<string[]> {
  const counts = await (isSure ? inSnapshot : dryRun)(db, removeAll);
  const lines = counts.flatMap(([what, count]) => (count > 0 ? [`${String(count).padStart(7)}  ${what}`] : []));
  return isSure
    ? [
        ...lines,
        "The demo is removed. Accounts, enquiries and test results of people who tried it are still there.",
        "Set CONTENT_DIR and start the product again: until then it has nothing to show.",
      ]
    : [...lines, "Nothing is removed yet: npm run demo -- remove --yes"];
}

/** Rooms remove what people did with the demo, the last room first; then its items go. */
async function removeAll(tx: Db): Promise<[what: string, count: number][]> {
  const counts: [string, number][] = [];
  for (const { demo } of demoMakers.toReversed()) counts.push(...Object.entries((await demo.remove?.(tx)) ?? {}));
  for (const kind of contentKinds.toReversed()) counts.push([kind.name, await removeItems(tx, kind)]);
  await tx.delete(contentItem).where(isOfDemo);
  await tx.delete(demoContent);
  return counts;
}

async function removeItems(tx: Db, { name, list, remove }: ContentKind): Promise<number> {
  const items = await tx
    .select({ key: contentItem.key })
    .from(contentItem)
    .where(and(isOfDemo, eq(contentItem.kind, name)));
  const stored = await list(tx);
  const left = items.filter(({ key }) => stored.has(key));
  for (const { key } of left) await remove(tx, key);
  return left.length;
}
