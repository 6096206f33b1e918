import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../command.ts";
import type { Db } from "../db/connect.ts";
import { StartError } from "../start-error.ts";
import { listParked, removeParked, retryParked } from "./parked.ts";

const usage = `Usage:
  npm run jobs -- list            lists the jobs that failed too often and wait for a decision
  npm run jobs -- retry ID|all    tries one of them, or all of them, again
  npm run jobs -- remove ID       gives one of them up`;

const shown = 200;

/** `npm run jobs`: what the product could not finish by itself. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "jobs", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await decide(db, args)) console.log(line);
    }),
  );
}

export async function decide(db: Db, [verb, which, ...more]: string[]): Promise<string[]> {
  if (verb === "list" && !which) return list(db);
  if (!which || more.length > 0) throw new StartError(usage);
  if (verb === "retry") {
    const count = await retryParked(db, which === "all" ? "all" : { id: which });
    if (count === 0 && which !== "all") throw unknown(which);
    return [count === 0 ? "No job is parked." : `${count === 1 ? "1 job" : `${count} jobs`} will be tried again now.`];
  }
  if (verb !== "remove") throw new StartError(usage);
  if ((await removeParked(db, { id: which })) === 0) throw unknown(which);
  return [`Job ${which} was given up.`];
}

async function list(db: Db): Promise<string[]> {
  const parked = await listParked(db, { limit: shown + 1 });
  if (parked.length === 0) return ["No job is parked."];
  const lines = parked
    .slice(0, shown)
    .map(({ id, name, addedAt, attempts, lastError }) =>
      [
        id.padStart(8),
        addedAt.toISOString(),
        name.padEnd(24),
        `${attempts} attempts`,
        lastError.replace(/\s+/g, " ").slice(0, 160),
      ].join("  "),
    );
  return parked.length > shown ? [...lines, `Only the oldest ${shown} are shown.`] : lines;
}

function unknown(id: string): StartError {
  return new StartError(`No parked job has the id ${id}. List them with: npm run jobs -- list`);
}
