/** Keeps personal data out of logs: addresses, numbers, codes and tokens. */
export function scrub(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/g, "") // drizzle repeats the values of a failed query
    .replace(/[^\s@"'<>(),:;=/]+@[^\s@"'<>(),:;=/]+/g, "[address]")
    .replace(/\b[A-Za-z0-9_-]{32,}\b/g, "[token]")
    .replace(/\+?\(?\d[\d\s().-]{4,}\d/g, "[number]");
}

/** Decodes the path first, so that encoded personal data is found too. */
export function scrubPath(path: string): string {
  try {
    return scrub(decodeURIComponent(path));
  } catch {
    return "[unreadable]";
  }
}

type Described = { type: string; message: string; stack?: string; code?: string; cause?: Described };

/** What the log says about an error. `detail` of a database error repeats values, so it is left out. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    message: scrub(error.message),
    ...(typeof code === "string" ? { code } : {}),
    ...(error.stack ? { stack: scrubStack(error) } : {}),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}

/** Keeps the frames only: the text before them is the message, which may hold personal data. */
function scrubStack(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return frames.join("\n");
}
