/** Captions of a film: WebVTT, or SubRip, which is nearly the same. */

export const mostCaptionBytes = 2 * 1024 ** 2;
export const mostCues = 20_000;
const longestCue = 1000;
/** With its tags. */
const longestRaw = 10 * longestCue;
const longestFilmMs = 100 * 3_600_000;

export type Cue = { startsMs: number; endsMs: number; text: string };
export type CaptionFault = { line: number; text: string };

/** The cues of a file in the order of their start, or what is wrong with it and in which line. */
export function readCaptions(given: string): { cues: Cue[] } | { fault: CaptionFault } {
  const lines = given
    .replace(/^\uFEFF/, "")
    .replace(/\0/g, "\uFFFD")
    .split(/\r\n|\r|\n/);
  const cues: Cue[] = [];
  for (const { line, rows } of blocksOf(lines)) {
    const place = rows.findIndex((row) => row.includes("-->"));
    if (place < 0) {
      if (isLeftOut(rows[0] ?? "")) continue;
      return { fault: { line, text: "Here is no time such as 00:01:05.000 --> 00:01:09.500" } };
    }
    const lineOfTime = line + place;
    const times = timesOf(rows[place] ?? "");
    if (!times) return { fault: { line: lineOfTime, text: `This time cannot be read: ${cut(rows[place] ?? "")}` } };
    if (times.endsMs <= times.startsMs) return { fault: { line: lineOfTime, text: "The end is not after the start" } };
    if (times.endsMs > longestFilmMs) return { fault: { line: lineOfTime, text: "This time is after 100 hours" } };
    const raw = rows.slice(place + 1).join("\n");
    const text = raw.length > longestRaw ? raw : plainText(raw);
    if (text.length > longestCue)
      return { fault: { line: lineOfTime, text: `A caption has at most ${longestCue} letters` } };
    if (text !== "") cues.push({ ...times, text });
    if (cues.length > mostCues)
      return { fault: { line: lineOfTime, text: `There are more than ${mostCues} captions` } };
  }
  if (cues.length === 0) return { fault: { line: 1, text: "There are no captions in this file" } };
  return { cues: cues.toSorted((one, other) => one.startsMs - other.startsMs || one.endsMs - other.endsMs) };
}

/** As browsers read it. Nothing of the file is in it but times and plain text. */
export function writeVtt(cues: readonly Cue[]): string {
  const body = cues.map(({ startsMs, endsMs, text }) => `${stamp(startsMs)} --> ${stamp(endsMs)}\n${escaped(text)}\n`);
  return ["WEBVTT\n", ...body].join("\n");
}

type Block = { line: number; rows: string[] };

/** Groups of lines with something in them; `line` is the number of the first, from 1. */
function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [at, row] of lines.entries()) {
    if (row.trim() === "") {
      isOpen = false;
      continue;
    }
    if (isOpen) blocks.at(-1)?.rows.push(row);
    else blocks.push({ line: at + 1, rows: [row] });
    isOpen = true;
  }
  return blocks;
}

/** The head, notes, styles and regions; and a number of SubRip without text. */
const isLeftOut = (row: string) =>
  /^(WEBVTT|NOTE|STYLE|REGION|X-TIMESTAMP-MAP)\b/.test(row) || /^\d+$/.test(row.trim());

function timesOf(row: string): { startsMs: number; endsMs: number } | null {
  const [from = "", rest = ""] = row.split("-->");
  const startsMs = msOf(from.trim());
  const endsMs = msOf(rest.trim().split(/\s/)[0] ?? "");
  return startsMs === null || endsMs === null ? null : { startsMs, endsMs };
}

/** Minutes and seconds, with hours before them if there are some; SubRip has a comma. */
function msOf(text: string): number | null {
  const found = /^(?:(\d{1,4}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})$/.exec(text);
  if (!found) return null;
  const [, hours = "0", minutes, seconds, ms] = found;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", nbsp: " ", quot: '"', lrm: "", rlm: "" };

/** Without tags, and in one line. Who speaks stays, as in "Nisha: Good morning". */
function plainText(text: string): string {
  return (
    text
      // A tag ends at the next "<", so that every letter is looked at once.
      .replace(/<v(?:\.[^\s<>]*)?\s+([^<>]{1,100})>/g, "$1: ")
      .replace(/<[^<>]*>/g, "")
      .replace(/&(\w{2,5});/g, (whole, name: string) => named[name] ?? whole)
      .replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, " ")
      .replace(/\s+/g, " ")
      .trim()
  );
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function stamp(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
}
