import type { Config } from "../config.ts";
import type { Progress } from "../db/provide.ts";
import { StartError } from "../start-error.ts";
import { applyContent, diffContent } from "./apply.ts";
import { type DemoRun, freshenDemo, hasDemo, isEmpty, loadDemo } from "./demo.ts";

type Run = DemoRun & {
  config: Pick<Config, "contentDir">;
  /** Whether invented people and classes may be in this database. */
  mayBeDemo: boolean;
  progress: Progress;
};

/** At every start: fills an empty database, and refuses one that holds the demo where it does not belong. */
export async function fillDatabase({ config, mayBeDemo, progress, ...run }: Run): Promise<void> {
  const { contentDir } = config;
  const isDemo = await hasDemo(run.db, run.makers);
  if (isDemo && contentDir) throw new StartError(`This database holds the demo, and CONTENT_DIR is set.\n${waysOut}`);
  if (isDemo && !mayBeDemo)
    throw new StartError(`This database holds the demo, and the providers are real.\n${waysOut}`);
  if (contentDir) return fillOrReport({ ...run, progress, root: contentDir });
  if (isDemo) return void (await freshenDemo(run));
  if (!(await isEmpty(run.db))) return;
  if (!mayBeDemo)
    throw new StartError(
      "This database is empty, and CONTENT_DIR is not set. Make the content of your institute with npm run institute -- new FOLDER and set CONTENT_DIR to that folder. For a demonstration with invented people set DEMO=1.",
    );
  const loaded = await loadDemo({ ...run, hasPeople: true });
  if (loaded)
    progress(
      "content",
      Object.entries(loaded)
        .map(([name, count]) => `${name} ${count}`)
        .join(", "),
    );
}

const waysOut = [
  "npm run demo -- remove   removes everything that was invented, and what was bought of it",
  "npm run demo -- keep     makes it the institute's own, if you have changed it into that",
  "An empty DATA_DIR or database would do as well.",
].join("\n");

async function fillOrReport({
  db,
  files,
  kinds,
  now,
  root,
  progress,
}: Omit<Run, "config" | "mayBeDemo"> & { root: string }) {
  const run = { db, files, kinds, now, root, source: "own" as const };
  if (await isEmpty(db)) {
    const added = await applyContent(run);
    return progress("content", `${added.length} items from ${root}`);
  }
  // What visitors read is in the database: a mistake in a file must not keep the product from starting.
  const changes = await diffContent(run).catch((error) => {
    if (!(error instanceof StartError)) throw error;
    progress("content", `${error.message}\nThe product starts with the content that was applied last.`);
    return [];
  });
  const open = changes.filter(({ action }) => action !== "keep").length;
  const what = open === 1 ? "1 change is" : `${open} changes are`;
  if (open > 0) progress("content", `${what} not applied yet: npm run content -- diff, then apply`);
}
