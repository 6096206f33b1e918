import { type Logger, pino } from "pino";
import { describeError } from "./scrub.ts";

/** JSON lines on standard output; only warnings where a person watches the terminal and nothing else was asked for. */
export function createLog({ level }: { level: string | undefined }): Logger {
  return pino({
    level: level ?? (process.stdout.isTTY ? "warn" : "info"),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  });
}
