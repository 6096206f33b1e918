import type { Config } from "../config.ts";
import type { Db } from "../db/connect.ts";
import { StartError } from "../start-error.ts";

export type Finding = {
  state: "ok" | "warning" | "fault";
  text: string;
  /** What to do. */
  todo?: string;
};

export type Disk = { freeBytes: number; bytes: number };

/** What checks look at. */
export type Exam = {
  config: Config;
  now: Date;
  isSiteBuilt: boolean;
  readDisk(folder: string): Promise<Disk>;
};

export type ExamWithDatabase = Exam & { db: Db };

export type Check =
  | { area: string; look(exam: Exam): Promise<Finding[]> | Finding[] }
  | { area: string; ask(exam: ExamWithDatabase): Promise<Finding[]> };

export type Reported = Finding & { area: string };

export const ok = (text: string): Finding => ({ state: "ok", text });
export const warning = (text: string, todo: string): Finding => ({ state: "warning", text, todo });
export const fault = (text: string, todo: string): Finding => ({ state: "fault", text, todo });

const limitMs = 10_000;

type Run = { exam: Exam; db: Db | null; withinMs?: number };

/**
 * Runs all checks, each with its time limit, and returns what they found in their order. Those that ask the database share a connection, so
 * they go one after the other; once it has not answered, it is not asked again.
 */
export async function runChecks(checks: Check[], { exam, db, withinMs = limitMs }: Run): Promise<Reported[]> {
  let answers = db !== null;
  let before: Promise<unknown> = Promise.resolve();

  async function run(check: Check): Promise<Finding[]> {
    const look = async () => ("ask" in check ? check.ask({ ...exam, db: db as Db }) : check.look(exam));
    return inTime(look(), withinMs).catch((error) => {
      if (error === late && "ask" in check) answers = false;
      return [whatFailed(error, withinMs)];
    });
  }
  const all = checks.map(async (check) => {
    if (!("ask" in check)) return run(check);
    const found = before.then(() => (answers ? run(check) : []));
    before = found;
    return found;
  });
  return (await Promise.all(all)).flatMap((found, n) =>
    found.map((finding) => ({ area: checks[n]?.area ?? "", ...finding })),
  );
}

const late = Symbol("late");

async function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, withinMs, late);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Messages of libraries may quote an address with a password: only codes and our own lines are shown. */
function whatFailed(error: unknown, withinMs: number): Finding {
  if (error === late)
    return fault(
      `There was no answer within ${Math.round(withinMs / 1000)} seconds.`,
      "Check the network and the host that is asked, then run this again.",
    );
  if (error instanceof StartError) return fault(error.message, "Do as the line says, then run this again.");
  return fault(`The check failed (${codeOf(error)}).`, "Check the settings of this part, then run this again.");
}

export function codeOf(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: string; cause?: { code?: unknown } };
  return String(cause?.code ?? code ?? name ?? "unknown");
}
