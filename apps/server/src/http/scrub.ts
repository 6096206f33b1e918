// Longer texts are cut: strangers choose the length of what we log.
const maxLogged = 4000;
const maxLoggedPath = 400;

/** Keeps personal data out of logs: addresses, numbers, codes and tokens. The time grows with the length, never faster. */
export function scrub(text: string): string {
  return cut(text, maxLogged)
    .replace(/\nparams: [\s\S]*?(?=\n {1,20}at |$)/g, "") // drizzle repeats the values of a failed query
    .replace(/[^\s"'<>(),:;=/]+/g, scrubWord)
    .replace(/\+?\(?\d[\d\s().-]{4,40}\d/g, "[number]");
}

/** The ids of seats, results and calendars have 22 characters, tokens more. */
function scrubWord(word: string): string {
  if (word.includes("@", 1)) return "[address]";
  return word.replace(/[\w-]{22,}/g, (run) => (isSlug(run) ? run : "[token]"));
}

/** Words of a course or a webinar, such as `full-stack-web-development`: a random id has digits or capitals. */
function isSlug(run: string): boolean {
  return /^[a-z]+(?:-[a-z]+)+$/.test(run);
}

/** Decodes the path first, so that encoded personal data is found too. */
export function scrubPath(path: string): string {
  try {
    return scrub(decodeURIComponent(cut(path, maxLoggedPath)));
  } catch {
    return "[unreadable]";
  }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
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
