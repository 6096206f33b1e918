import { type Logger, pino } from "pino";
import { describeError } from "./scrub.ts";

/** JSON lines on standard output. On a terminal the default level is `warn`, otherwise `info`. */
export function createLog({ level }: { level: string | undefined }): Logger {
  return pino({
    level: level ?? (process.stdout.isTTY ? "warn" : "info"),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  });
}
