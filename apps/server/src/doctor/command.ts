import { drizzle } from "drizzle-orm/node-postgres";
import { withDatabase } from "../command.ts";
import { type Config, readConfig } from "../config.ts";
import type { Db } from "../db/connect.ts";
import { StartError } from "../start-error.ts";
import { codeOf, type Exam, fault, type Reported, runChecks } from "./check.ts";
import { checks } from "./checks.ts";
import { readDisk } from "./disk.ts";

const usage = "Usage: npm run doctor [-- --json]";

/** `npm run doctor`: returns the exit code. */
export async function runCommand(args: string[], { isSiteBuilt }: { isSiteBuilt: boolean }): Promise<number> {
  const isJson = args[0] === "--json";
  if (args.length > (isJson ? 1 : 0)) {
    console.error(usage);
    return 1;
  }
  const report = await examine({ isSiteBuilt });
  const faults = report.filter(({ state }) => state === "fault").length;
  const warnings = report.filter(({ state }) => state === "warning").length;
  if (isJson) console.log(JSON.stringify({ faults, warnings, findings: report }, null, 2));
  else
    console.log(
      [...report.flatMap(toLines), "", `${counted(faults, "fault")}, ${counted(warnings, "warning")}`].join("\n"),
    );
  return faults > 0 ? 1 : 0;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

async function examine({ isSiteBuilt }: { isSiteBuilt: boolean }): Promise<Reported[]> {
  try {
    const config = readConfig({ env: process.env, envFile: ".env" });
    return await examineAll({ config, now: new Date(), isSiteBuilt, readDisk });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const todo = "Correct this setting first: nothing else was looked at.";
    return [{ area: "configuration", ...fault(error.message, todo) }];
  }
}

/** With the database if it can be had; a line says so if not. */
export async function examineAll(exam: Exam): Promise<Reported[]> {
  let report: Reported[] | undefined;
  const problem = await withReadOnly(exam.config, async (db) => {
    report = await runChecks(checks, { exam, db });
  }).catch((error: unknown) => error);
  if (report) return report;
  const text = problem instanceof StartError ? problem.message : `The database cannot be asked (${codeOf(problem)}).`;
  const todo = "See whether it runs and what its log says. What needs it was not looked at: schema, jobs, keys, staff.";
  return [{ area: "database", ...fault(text, todo) }, ...(await runChecks(checks, { exam, db: null }))];
}

/** One connection that cannot write, and on which nothing takes long. */
async function withReadOnly(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  await withDatabase(config, { name: "doctor", mayShare: true, isOwner: true }, async (pool) => {
    const client = await pool.connect();
    try {
      await client.query("set default_transaction_read_only = on; set statement_timeout = '8s'");
      await work(drizzle({ client, casing: "snake_case" }));
    } finally {
      client.release(true);
    }
  });
}

const marks = { ok: "ok     ", warning: "warning", fault: "FAULT  " };

function toLines({ area, state, text, todo }: Reported): string[] {
  const margin = " ".repeat(24);
  return [`${marks[state]}  ${area.padEnd(13)}  ${text}`, ...(todo ? [`${margin}→ ${todo}`] : [])];
}
