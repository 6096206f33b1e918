import { judgeAnswer, type Verdict } from "./answer.ts";
import { rowsOf } from "./facts.ts";
import type { Answer, CertificateFacts, Change, Finding, Note } from "./types.ts";

export type Words = {
  look: "good" | "bad" | "care" | "none";
  mark: "check" | "cross" | "warn" | "question" | "broken";
  title: string;
  text: string;
  /** What was found in particular, one sentence each. */
  points: string[];
};

/** The verdict in words: the same on the site, on the saved page and in a terminal. */
export function wordsOf(finding: Finding, answer: Answer): Words {
  const verdict = judgeAnswer(finding, answer);
  const { look, mark, title } = heads[verdict];
  const points = [...finding.changes.map(changeText), ...finding.notes.map(noteText), ...answerPoints(finding, answer)];
  return { look, mark, title, text: textOf(verdict, finding, answer), points };
}

/** The facts as rows of a table, without those that the file does not tell. */
export function factRows(facts: CertificateFacts): [string, string][] {
  const rows = Object.entries(rowsOf(facts)).map(([field, value]): [string, string] => [field, shown(field, value)]);
  return rows.filter(([, value]) => value);
}

/** 18 April 2026, for every reader the day in India. Other texts stay as they are. */
export function dayText(moment: string): string {
  const isMoment = /^\d{4}-\d\d-\d\d(T|$)/.test(moment) && !Number.isNaN(Date.parse(moment));
  if (!isMoment) return moment;
  const format = { day: "numeric", month: "long", year: "numeric", timeZone: "Asia/Kolkata" } as const;
  return new Date(moment).toLocaleDateString("en-IN", format);
}

const heads: Record<Verdict, Pick<Words, "look" | "mark" | "title">> = {
  genuine: { look: "good", mark: "check", title: "Genuine and unchanged" },
  revoked: { look: "bad", mark: "cross", title: "Genuine, but revoked" },
  unknown: { look: "bad", mark: "question", title: "We do not know this certificate any more" },
  changed: { look: "bad", mark: "cross", title: "Changed since it was issued" },
  foreign: { look: "care", mark: "question", title: "Not issued by us" },
  forged: { look: "bad", mark: "cross", title: "Not issued by us: a forgery" },
  distrusted: { look: "bad", mark: "warn", title: "Signed with a withdrawn key" },
  damaged: { look: "care", mark: "broken", title: "Damaged" },
  empty: { look: "none", mark: "question", title: "No certificate inside" },
};

function textOf(verdict: Verdict, finding: Finding, answer: Answer): string {
  switch (verdict) {
    case "genuine":
      return genuineText(finding, answer);
    case "revoked":
      return "We issued this certificate, and the file is unchanged. But the certificate is not valid any more.";
    case "unknown":
      return "Our key signed this file, but our records have no such certificate. Please ask us before you rely on it.";
    case "changed":
      return "This file carries our signature, but it is not as we issued it. Do not rely on it.";
    case "foreign":
      return `${signer(finding)} We cannot tell whether it is genuine: please ask them.`;
    case "forged":
      return "The file names us as its issuer, but none of our keys has signed it. Do not rely on it.";
    case "distrusted":
      return "One of our keys signed this file after we had withdrawn that key. Do not rely on it: please ask us.";
    case "damaged":
      return "The file cannot be read: it is cut off or broken. Ask for the original file and check that.";
    case "empty":
      return "We can read the file, but it holds no certificate. Photos, scans and printed copies cannot be checked: ask for the original file, or check the certificate ID.";
  }
}

function genuineText({ inside }: Finding, { kind }: Answer): string {
  const all =
    inside.length > 1 ? `We issued all ${inside.length} certificates in this file, and nothing was changed.` : "";
  const one = "We issued this certificate, and nothing in the file was changed.";
  if (kind === "valid") return `${all || one} It is valid today.`;
  const why = kind === "silent" ? "Our server did not answer, so" : "Only the file was checked:";
  return `${all || one} ${why} we could not check whether it was revoked.`;
}

function signer({ by }: Finding): string {
  const name = by?.name || by?.id;
  return name ? `The file names ${name} as its issuer.` : "The file does not say who issued it.";
}

function changeText(change: Change): string {
  switch (change.part) {
    case "field":
      return change.field === "proof" ? "The signature was removed from the certificate." : fieldText(change);
    case "credential":
      return "The certificate's data inside the file was changed.";
    case "page":
      return pageTexts[change.why];
    case "picture":
      return pictureTexts[change.why];
    case "appended":
      return `${change.bytes.toLocaleString("en-IN")} bytes were added behind the end of the signed file.`;
  }
}

const pageTexts = {
  changed: "The page was changed after we signed it.",
  unsigned: "The page carries no signature, so anybody may have drawn it.",
  "other-signer": "Somebody else signed the page.",
};

const pictureTexts = {
  changed: "The picture was changed after we sealed it.",
  unsigned: "The picture carries no seal, so anybody may have drawn it.",
  "other-signer": "Somebody else sealed the picture.",
};

function fieldText({ field, is, was }: Extract<Change, { part: "field" }>): string {
  const [now, before] = [is && shown(field, is), was && shown(field, was)];
  if (now && before)
    return now === before ? `${field}: was changed.` : `${field}: now “${now}”, issued as “${before}”.`;
  if (now) return `${field}: “${now}” was added.`;
  return before ? `${field}: “${before}” was removed.` : `${field}: was changed.`;
}

function noteText(note: Note): string {
  switch (note.kind) {
    case "withdrawn-key":
      return `We withdrew its key on ${dayText(note.from)}. The file says that it was signed before that day; only a look-up at our site can confirm it.`;
    case "demonstration":
      return "It comes from a demonstration of our site and proves nothing to others.";
    case "other-address":
      return `It was issued under another address of ours: ${note.issuer}.`;
    case "white-space":
      return "Some white space follows the end of the file. It changes nothing.";
  }
}

function answerPoints({ kind, inside }: Finding, answer: Answer): string[] {
  const points =
    kind === "genuine"
      ? []
      : inside.map((one, at) => `Certificate ${at + 1}: ${heads[judgeAnswer(one, { kind: "not-asked" })].title}.`);
  if (answer.kind !== "revoked") return points;
  if (answer.reason) points.push(`Reason: ${answer.reason}`);
  if (answer.at) points.push(`Revoked on ${dayText(answer.at)}.`);
  if (answer.replacedBy) points.push(`Replaced by certificate ${answer.replacedBy}.`);
  return points;
}

function shown(field: string, value: string): string {
  return field === "Earned on" ? dayText(value) : value;
}
