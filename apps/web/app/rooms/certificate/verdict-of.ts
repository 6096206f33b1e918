import { judgeAnswer, type Verdict } from "@shoreline/proof/answer";
import { type Words, wordsOf } from "@shoreline/proof/words";
import type { Checked } from "./server-answer.ts";

export type Look = Verdict | "mismatch";

type Said = { look: Look } & Pick<Words, "title" | "text" | "points">;

/** The verdict, and how it is said. */
export function verdictOf(checked: Checked): Said {
  const { finding, answer, mismatches, inside } = checked;
  if (inside.length > 0) return verdictOfAll(inside);
  if (mismatches.length === 0) return { ...wordsOf(finding, answer), look: judgeAnswer(finding, answer) };
  const changes = mismatches.map((one) => ({ part: "field" as const, ...one }));
  const { points } = wordsOf({ ...finding, changes }, answer);
  return {
    look: "mismatch",
    title: "Does not match our records",
    text: "The signature is ours, but our records say something else. Trust our records, and please tell us.",
    points,
  };
}

/** From the best to the worst. */
const looks: Look[] = [
  "genuine",
  "empty",
  "damaged",
  "foreign",
  "unknown",
  "distrusted",
  "revoked",
  "mismatch",
  "changed",
  "forged",
];

/** A bundle is as good as the worst certificate in it. */
function verdictOfAll(inside: Checked[]): Said {
  const found = inside.map((one) => verdictOf(one).look);
  const look = looks[Math.max(...found.map((one) => looks.indexOf(one)))] ?? "damaged";
  const genuine = found.filter((one) => one === "genuine").length;
  const isUnsure = inside.some(({ answer }) => answer.kind === "silent");
  const points = isUnsure ? ["Our server did not answer for all of them: some may have been revoked."] : [];
  if (genuine < inside.length)
    return {
      look,
      title: `${genuine} of ${inside.length} certificates genuine`,
      text: "Each is judged by itself. Look at the others before you rely on this file.",
      points,
    };
  return {
    look,
    title: inside.length === 1 ? "Genuine and unchanged" : `All ${inside.length} certificates genuine`,
    text: "We issued everything in this file, and nothing was changed.",
    points,
  };
}
