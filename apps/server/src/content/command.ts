import { drizzle } from "drizzle-orm/node-postgres";
import { fileStore } from "../adapters/file-store.ts";
import { withConfig, withDatabase } from "../command.ts";
import type { Config } from "../config.ts";
import { contentKinds, demoMakers } from "../house.ts";
import { StartError } from "../start-error.ts";
import { applyContent, type Change, type ContentRun, diffContent, refuseMistakes } from "./apply.ts";
import { hasDemo } from "./demo.ts";
import { describeDifference } from "./difference.ts";
import { shippedFolder } from "./folder.ts";
import { checkPictures } from "./pictures.ts";
import { readContent } from "./reading.ts";
import { findBroken } from "./well-formed.ts";

const usage = `Usage:
  npm run content -- check [FOLDER]   names file, line and field of every mistake
  npm run content -- diff             shows what apply would change
  npm run content -- apply            brings the running product to what the files say, all of it or nothing
  npm run content -- apply --files-win   also where staff have changed, added to or removed what is in the files

The folder is CONTENT_DIR, or the demo that comes with the product.`;

/** `npm run content` */
export async function runCommand([verb, ...args]: string[]): Promise<void> {
  await withConfig(async (config) => {
    const flags = args.filter((arg) => arg.startsWith("--"));
    const [folder] = args.filter((arg) => !arg.startsWith("--"));
    const isWrong = flags.some((flag) => flag !== "--files-win") || (folder && verb !== "check");
    if (verb === "check" && !isWrong) return check(folder ?? config.contentDir ?? shippedFolder);
    if ((verb !== "diff" && verb !== "apply") || isWrong) throw new StartError(usage);
    await withDatabase(config, { name: "content", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      const run = await openRun(config, db, { filesWin: flags.includes("--files-win") });
      const lines = describeChanges(await (verb === "apply" ? applyContent(run) : diffContent(run)), verb);
      const broken = await findBroken(db, contentKinds);
      for (const { kind, key, problem } of broken)
        lines.push(`! ${kind} ${key} is broken in the database and not shown: ${problem}`);
      console.log(lines.join("\n"));
    });
  });
}

async function check(root: string): Promise<void> {
  const read = readContent({ root, kinds: contentKinds, now: new Date() });
  await checkPictures(read.pictures, (file, message) => read.folder.note(file, [], message));
  refuseMistakes(read);
  const counts = [...read.kinds].filter(([, items]) => items.size > 0).map(([name, items]) => `${name} ${items.size}`);
  console.log(`No mistakes in ${root}: ${counts.join(", ")}.`);
}

async function openRun(config: Config, db: ContentRun["db"], { filesWin }: { filesWin: boolean }): Promise<ContentRun> {
  const source = config.contentDir ? ("own" as const) : ("demo" as const);
  const isDemo = await hasDemo(db, demoMakers);
  if (isDemo && source === "own")
    throw new StartError("This database holds the demo. Remove it first: npm run demo -- remove");
  if (!isDemo && source === "demo")
    throw new StartError("CONTENT_DIR is not set, and this database does not hold the demo.");
  const root = config.contentDir ?? shippedFolder;
  return { db, files: fileStore(config), kinds: contentKinds, root, source, now: new Date(), filesWin };
}

const signs = { add: "+", change: "~", remove: "-", hide: "-", keep: "=" };

export function describeChanges(changes: Change[], verb: "diff" | "apply"): string[] {
  if (changes.length === 0) return ["Files and database are the same."];
  const lines = changes.flatMap((change) => {
    const { action, kind, key, notes = [] } = change;
    const why = "why" in change ? `: ${change.why}` : "";
    const differences = "differences" in change ? (change.differences ?? []) : [];
    return [`${signs[action]} ${kind} ${key}${why}`, ...differences.flatMap(describeDifference), ...notes.map(indent)];
  });
  const done = changes.filter(({ action }) => action !== "keep").length;
  const kept = changes.length - done;
  const what = `${done} ${done === 1 ? "item" : "items"} ${verb === "apply" ? "changed" : "would change"}`;
  const rest = kept > 0 ? `, ${kept} ${kept === 1 ? "stays" : "stay"} as the lines with = say` : "";
  return [...lines, `${what}${rest}.`];
}

const indent = (line: string) => `    ! ${line}`;
