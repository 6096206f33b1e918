import type { QuizLanguage } from "@shoreline/domain/quiz";
import highlighter from "highlight.js/lib/core";
import c from "highlight.js/lib/languages/c";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import xml from "highlight.js/lib/languages/xml";

const grammars = { c, css, dart, java, javascript, jsx: javascript, python, sql, html: xml, xml };
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar);

/** Maps the classes of the highlighter to the letters of our style sheet. Other classes have no colour. */
const kinds: Record<string, string> = {
  keyword: "k",
  name: "k",
  meta: "k",
  "selector-tag": "k",
  built_in: "f",
  title: "f",
  "selector-class": "f",
  "selector-id": "f",
  "selector-pseudo": "f",
  type: "t",
  attr: "t",
  attribute: "t",
  number: "n",
  literal: "n",
  symbol: "n",
  string: "s",
  regexp: "s",
  comment: "c",
};

/** The positions of coloured code, as kinds and lengths: "k3-1f5". So the browser needs no highlighter. */
export function markCode(code: string, language: QuizLanguage): string {
  if (code === "") return "";
  const runs: { kind: string; length: number }[] = [];
  const around = ["-"];
  const marked = highlighter.highlight(code, { language, ignoreIllegals: true }).value;
  for (const { classes, text, next } of readTags(marked)) {
    const kind = around.at(-1) ?? "-";
    if (classes !== undefined) around.push(kindOf(classes.split(" "), next) ?? kind);
    else if (text === undefined) around.pop();
    else {
      const last = runs.at(-1);
      if (last?.kind === kind) last.length += text.length;
      else runs.push({ kind, length: text.length });
    }
  }
  // The text after the last colour needs no mark.
  if (runs.at(-1)?.kind === "-") runs.pop();
  return runs.map(({ kind, length }) => `${kind}${length}`).join("");
}

type Piece = { classes?: string | undefined; text?: string | undefined; next: string };

/** The highlighter answers with `<span class="…">`, `</span>` and escaped text between them. */
function readTags(html: string): Piece[] {
  const pieces = [...html.matchAll(/<span class="([^"]*)">|<\/span>|([^<]+)/g)];
  return pieces.map(([, classes, text], at) => ({
    classes,
    text: text?.replace(/&(?:amp|lt|gt|quot|#x27);/g, "."),
    next: pieces[at + 1]?.[2] ?? "",
  }));
}

/** Null when the class has no colour of its own; "-" when it ends the colour around it, as in a template. */
function kindOf(names: string[], text: string): string | null {
  if (names.includes("hljs-subst")) return "-";
  if (names.includes("class_")) return "t";
  const name = names.find((one) => one.startsWith("hljs-"))?.slice("hljs-".length);
  // The grammar mistakes a JSX expression in an attribute for an unquoted string.
  if (name === "string" && text.startsWith("{")) return "-";
  return name ? (kinds[name] ?? null) : null;
}
