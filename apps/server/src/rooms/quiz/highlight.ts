import type { QuizLanguage } from "@shoreline/domain/quiz";
import c from "highlight.js/lib/languages/c";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import xml from "highlight.js/lib/languages/xml";
import { createLowlight } from "lowlight";

const grammars = createLowlight({ c, css, dart, java, javascript, jsx: javascript, python, sql, html: xml, xml });

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

type Node = { type: string; value?: string; properties?: { className?: unknown }; children?: Node[] };

/** The positions of coloured code, as kinds and lengths: "k3-1f5". So the browser needs no highlighter. */
export function markCode(code: string, language: QuizLanguage): string {
  if (code === "") return "";
  const runs: { kind: string; length: number }[] = [];
  const walk = (node: Node, kind: string) => {
    if (node.type === "text") {
      const length = node.value?.length ?? 0;
      const last = runs.at(-1);
      if (last?.kind === kind) last.length += length;
      else runs.push({ kind, length });
      return;
    }
    const own = kindOf(node);
    for (const child of node.children ?? []) walk(child, own ?? kind);
  };
  walk(grammars.highlight(language, code) as Node, "-");
  // The text after the last colour needs no mark.
  if (runs.at(-1)?.kind === "-") runs.pop();
  return runs.map(({ kind, length }) => `${kind}${length}`).join("");
}

/** Null when the class has no colour of its own; "-" when it ends the colour around it, as in a template. */
function kindOf({ properties, children }: Node): string | null {
  const names = Array.isArray(properties?.className) ? properties.className.map(String) : [];
  if (names.includes("hljs-subst")) return "-";
  if (names.includes("class_")) return "t";
  const name = names.find((one) => one.startsWith("hljs-"))?.slice("hljs-".length);
  // The grammar mistakes a JSX expression in an attribute for an unquoted string.
  if (name === "string" && children?.[0]?.value?.startsWith("{")) return "-";
  return name ? (kinds[name] ?? null) : null;
}
