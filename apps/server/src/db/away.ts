/** Networks and drivers have no common type of error for "cannot be reached", only codes and texts. */
const codes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EIO",
  "EDQUOT",
  "EMFILE",
  "ENOSPC",
  "EROFS",
  "ENETUNREACH",
  "28000", // the account is locked for a moment
  "28P01",
  "3D000", // the database is being replaced
  "40001",
  "40P01",
  "55P03",
  "57P04",
  "25006", // read-only: a standby that has not taken over yet
  "57014", // the server gave up a statement
  "57P01",
  "57P02",
  "57P03",
  "57P05",
]);
/** Connection lost, out of disk, memory or connections, trouble of the operating system. */
const classes = /^(08|53|58)[0-9A-Z]{3}$/;
const texts =
  /^(Connection terminated|timeout e(xceeded when trying to connect|xpired)|Query read timeout|Client has encountered a connection error|Client was closed|database "[^"]*" is not currently accepting connections|Cannot use a pool after calling end)/;

/** True when the database, or something else we need, cannot work at the moment: the same request may succeed later. */
export function isAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const { code, message, syscall } = cause as Error & { code?: unknown; syscall?: string };
    // The socket of the built-in database while it restarts; any other missing file is a fault of ours.
    if (code === "ENOENT" && syscall === "connect") return true;
    if (typeof code === "string" && (codes.has(code) || classes.test(code))) return true;
    if (texts.test(message)) return true;
  }
  return false;
}

/** True when the connection was refused before anything was sent, so that trying again cannot do anything twice. */
export function isRestarting(error: unknown): boolean {
  const { code } = error as { code?: string };
  return ["ECONNREFUSED", "ENOENT", "ECONNRESET", "57P03"].includes(code ?? "");
}
