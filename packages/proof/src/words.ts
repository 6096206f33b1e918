import { eachOf, judgeAnswer, type Verdict } from "./answer.ts";
import { rowsOf } from "./facts.ts";
import { genuineWords, unchanged } from "./genuine.ts";
import type { Answer, CertificateFacts, Change, FieldChange, Finding, Note } from "./types.ts";

export type Words = {
  verdict: Verdict;
  look: "good" | "bad" | "care" | "none";
  mark: "check" | "hollow" | "arrow" | "cross" | "warn" | "alarm" | "question" | "broken";
  title: string;
  text: string;
  /** What was found in particular, one sentence each. */
  points: string[];
};

/** The verdict in words: the same on the site, on the saved page and in a terminal. Days are those of `timeZone`. */
export function wordsOf(finding: Finding, answer: Answer, timeZone: string): Words {
  const verdict = judgeAnswer(finding, answer);
  if (finding.inside.length > 1) return { verdict, ...heads[verdict], ...wordsOfAll(finding, answer, timeZone) };
  const [[one, its] = [finding, answer]] = eachOf(finding, answer);
  const points = [
    ...besideTexts(finding, timeZone),
    ...one.changes.map((change) => changeText(change, timeZone)),
    ...answerPoints(its, timeZone),
    ...one.notes.map((note) => noteText(note, timeZone)),
  ];
  return { verdict, ...heads[verdict], text: textOf(verdict, one, its), points };
}

/** The facts as rows of a table, without those that the file does not tell. */
export function factRows(facts: CertificateFacts, timeZone: string): [string, string][] {
  return Object.entries(rowsOf(facts)).flatMap(([field, value]) =>
    value ? [[field, shown(field, value, timeZone)]] : [],
  );
}

/** 18 Apr 2026. Other texts stay as they are. */
export function dayText(moment: string, timeZone: string): string {
  const isMoment = /^\d{4}-\d\d-\d\d(T|$)/.test(moment) && !Number.isNaN(Date.parse(moment));
  if (!isMoment) return moment;
  const format = { day: "numeric", month: "short", year: "numeric", timeZone } as const;
  // "Sept" is the only month name with four letters.
  return new Date(moment).toLocaleDateString("en-GB", format).replace("Sept", "Sep");
}

const heads: Record<Verdict, Pick<Words, "look" | "mark" | "title">> = {
  genuine: genuineWords,
  unchecked: { look: "care", mark: "hollow", title: "Issued by us; validity not checked" },
  replaced: { look: "care", mark: "arrow", title: "Genuine, but replaced" },
  revoked: { look: "bad", mark: "cross", title: "Genuine, but revoked" },
  unknown: { look: "bad", mark: "question", title: "We do not know this certificate any more" },
  mismatch: { look: "bad", mark: "warn", title: "Does not match our records" },
  changed: { look: "bad", mark: "cross", title: "Changed since it was issued" },
  foreign: { look: "care", mark: "question", title: "Not issued by us" },
  forged: { look: "bad", mark: "alarm", title: "Not issued by us: a forgery" },
  distrusted: { look: "bad", mark: "warn", title: "Signed with a key that we do not trust" },
  damaged: { look: "care", mark: "broken", title: "Damaged" },
  empty: { look: "none", mark: "question", title: "No certificate inside" },
};

function textOf(verdict: Verdict, finding: Finding, answer: Answer): string {
  switch (verdict) {
    case "genuine":
      return genuineWords.text;
    case "unchecked":
      return `${unchanged} ${answer.kind === "silent" ? "Our server did not answer, so" : "Only the file was checked:"} we could not check whether it was revoked. Look up the certificate ID on our site before you rely on it.`;
    case "replaced":
      return "We issued this certificate, and the file is unchanged. But another one with a corrected name has taken its place: rely on that one.";
    case "revoked":
      return "We issued this certificate, and the file is unchanged. But the certificate is not valid any more.";
    case "unknown":
      return "Our key signed this file, but our records have no such certificate. Please ask us before you rely on it.";
    case "mismatch":
      return "The signature is ours, but our records say something else. Trust our records, and please tell us.";
    case "changed":
      return changedText(finding);
    case "foreign":
      return `${signer(finding)} We cannot tell whether it is genuine: please ask them.`;
    case "forged":
      return "The file names us as its issuer, but none of our keys has signed it. Do not rely on it.";
    case "distrusted":
      return "The file was signed with a key of ours that was not safe any more on that day: somebody else may have had it. Do not rely on the file, and please ask us.";
    case "damaged":
      return "The file cannot be read: it is cut off or broken. Ask for the original file and check that.";
    case "empty":
      return "We can read the file, but it holds no certificate. Photos, scans and printed copies cannot be checked: ask for the original file, or check the certificate ID.";
  }
}

/** The certificate inside may be ours although the page or picture around it is not. */
function changedText({ changes }: Finding): string {
  const around = changes[0]?.part;
  const isOnlyAround = changes.every(({ part }) => part === around) && (around === "page" || around === "picture");
  if (isOnlyAround)
    return `The certificate inside carries our signature, but the ${around} around it does not. Do not rely on it.`;
  return "This file carries our signature, but it is not as we issued it. Do not rely on it.";
}

/** What was found beside the certificates of a bundle. */
function besideTexts({ inside, changes }: Finding, timeZone: string): string[] {
  return inside.length > 0 ? changes.map((change) => changeText(change, timeZone)) : [];
}

function wordsOfAll(finding: Finding, answer: Answer, timeZone: string): Pick<Words, "title" | "text" | "points"> {
  const all = eachOf(finding, answer);
  const unsure = all.filter((one) => judgeAnswer(...one) === "unchecked");
  const genuine = all.filter((one) => judgeAnswer(...one) === "genuine");
  const good = unsure.length + genuine.length;
  const points = [
    ...besideTexts(finding, timeZone),
    ...notesOfAll(finding.inside, timeZone),
    ...unsureTexts([...genuine, ...unsure].map(([, { kind }]) => kind)),
  ];
  if (good < all.length)
    return {
      title: `${good} of ${all.length} certificates ${unsure.length > 0 ? "issued by us" : "genuine"}`,
      text: "Each is judged by itself. Look at the others before you rely on this file.",
      points,
    };
  const today = unsure.length === 0 ? " All are valid today." : "";
  if (finding.changes.length > 0)
    return {
      title: heads.changed.title,
      text: `We issued all ${all.length} certificates in this file, but not all that the file says.${today}`,
      points,
    };
  const text = `We issued everything in this file, and nothing was changed.${today}`;
  if (unsure.length === 0) return { title: `All ${all.length} certificates genuine`, text, points };
  const some = unsure.length < all.length ? `of ${unsure.length} ` : "";
  return { title: `All ${all.length} issued by us; validity ${some}not checked`, text, points };
}

/** What is noted of all certificates is said once. */
function notesOfAll(inside: Finding[], timeZone: string): string[] {
  const places = new Map<string, number[]>();
  for (const [at, { notes }] of inside.entries())
    for (const text of notes.map((note) => noteText(note, timeZone)))
      places.set(text, [...(places.get(text) ?? []), at + 1]);
  return [...places].map(([text, found]) =>
    found.length === inside.length ? text : `Certificate ${found.join(", ")}: ${text}`,
  );
}

/** Of genuine certificates: why it is not known of some whether they were revoked. */
function unsureTexts(kinds: Answer["kind"][]): string[] {
  const notAsked = kinds.filter((kind) => kind === "not-asked").length;
  const silent = kinds.includes("silent")
    ? ["Our server did not answer for all of them: some may have been revoked."]
    : [];
  if (notAsked === 0) return silent;
  if (notAsked === kinds.length) return ["Only the file was checked: we could not check whether they were revoked."];
  const text = `We did not look up ${notAsked} of them, because there are so many. Look them up by their certificate IDs: some may have been revoked.`;
  return [...silent, text];
}

function signer({ by }: Finding): string {
  const name = by?.name || by?.id;
  return name ? `The file names ${name} as its issuer.` : "The file does not say who issued it.";
}

function changeText(change: Change, timeZone: string): string {
  switch (change.part) {
    case "field":
      return fieldText(change, timeZone);
    case "proof":
      return proofTexts[change.why];
    case "beside":
      return `Beside the certificates the file says more, which we have not signed: ${change.names.join(", ")}.`;
    case "credential":
      return "The certificate's data inside the file was changed.";
    case "page":
      return pageTexts[change.why];
    case "picture":
      return pictureTexts[change.why];
    case "appended":
      return `${bytesText(change.bytes)} added after the end of the signed file.`;
  }
}

const bytesText = (bytes: number) => (bytes === 1 ? "1 byte was" : `${bytes.toLocaleString("en-IN")} bytes were`);

const proofTexts = {
  removed: "The signature was removed from the certificate.",
  changed: "One of its two signatures was removed or changed, or another was added.",
};

const pageTexts = {
  changed: "The page is not as we signed it.",
  unsigned: "The page carries no signature, so anybody may have drawn it.",
  "other-signer": "Somebody else signed the page.",
};

const pictureTexts = {
  changed: "The picture was changed after we sealed it.",
  unsigned: "The picture carries no seal, so anybody may have drawn it.",
  "other-signer": "Somebody else sealed the picture.",
};

function fieldText({ field, is, was }: FieldChange, timeZone: string): string {
  const [now, before] = [is && shown(field, is, timeZone), was && shown(field, was, timeZone)];
  if (now && before)
    return now === before ? `${field}: was changed.` : `${field}: now “${now}”, issued as “${before}”.`;
  if (now) return `${field}: “${now}” was added.`;
  return before ? `${field}: “${before}” was removed.` : `${field}: was changed.`;
}

function recordText({ field, is, was }: FieldChange, timeZone: string): string {
  const quoted = (value: string | null) => (value ? `“${shown(field, value, timeZone)}”` : "nothing");
  return `${field}: the file says ${quoted(is)}, our records say ${quoted(was)}.`;
}

function noteText(note: Note, timeZone: string): string {
  switch (note.kind) {
    case "distrusted-key":
      return `Its key has not been safe since ${dayText(note.from, timeZone)}. The file says that it was signed before that day; only a look-up at our site can confirm it.`;
    case "demonstration":
      return "It comes from a demonstration of our site and proves nothing to others.";
    case "other-address":
      return `It was issued under another address of ours: ${note.issuer}.`;
    case "white-space":
      return "Some white space follows the end of the file. It changes nothing.";
  }
}

function answerPoints(answer: Answer, timeZone: string): string[] {
  if (answer.kind === "mismatch") return answer.fields.map((field) => recordText(field, timeZone));
  if (answer.kind !== "revoked") return [];
  const points: string[] = [];
  if (answer.reason) points.push(`Reason: ${answer.reason}`);
  const on = answer.at ? ` on ${dayText(answer.at, timeZone)}` : "";
  if (answer.replacedBy) points.push(`Replaced by ${answer.replacedBy}${on}.`);
  else if (on) points.push(`Revoked${on}.`);
  return points;
}

function shown(field: string, value: string, timeZone: string): string {
  return field === "Earned on" ? dayText(value, timeZone) : value;
}
