import { type DestinationStream, type Logger, pino } from "pino";
import { describeError } from "./scrub.ts";

/** Lines wait for others for a moment: a write for each would be a tenth of a small answer. Nothing waits when we end. If nobody reads, what is beyond 8 MB is dropped. */
const standardOutput = (): DestinationStream =>
  pino.destination({ fd: process.stdout.fd, minLength: 4096, maxLength: 8_388_608, periodicFlush: 100, sync: false });

/** JSON lines on standard output. On a terminal the default level is `warn`, otherwise `info`. */
export function createLog({ level, mixin }: { level: string | undefined; mixin?: () => object }): Logger {
  const options = {
    level: level ?? (process.stdout.isTTY ? "warn" : "info"),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    ...(mixin && { mixin }),
  };
  return pino(options, standardOutput());
}
