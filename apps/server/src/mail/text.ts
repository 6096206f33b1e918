import type { Institute } from "@shoreline/contract";
import {
  answersOf,
  factsOf,
  groupNumbers,
  type Letter,
  type Part,
  type Question,
  questionTitle,
  scoreLine,
} from "./parts.ts";

/** The text part of a mail, for programs and people that show no HTML. */
export function renderText({ parts, why, unsubscribe }: Letter, institute: Institute): string {
  const { name, address, phone, email } = institute;
  const signature = `${name}\n${address.join(", ")}\n${phone}, ${email}`;
  const footer = unsubscribe ? `${why}\n${unsubscribe.text}: ${unsubscribe.page}` : why;
  return `${groupNumbers([...parts.map(toText), signature, footer].join("\n\n"))}\n`;
}

function toText(part: Part): string {
  if ("greeting" in part) return part.greeting ? `Hello ${part.greeting},` : "Hello,";
  if ("paragraph" in part) return part.paragraph;
  if ("facts" in part) return factLines(part.facts);
  if ("list" in part) return part.list.map((item) => `- ${item}`).join("\n");
  if ("button" in part) return linkText(part.button, part.url);
  if ("link" in part) return linkText(part.link, part.url);
  if ("note" in part) return part.note;
  if ("program" in part) return `${part.title ? `${part.title}:\n\n` : ""}${indented(part.program)}`;
  if ("score" in part) return scoreLine(part.score);
  return questionText(part.question);
}

function linkText(text: string, url: string): string {
  const address = url.startsWith("mailto:") ? decodeURIComponent(url.slice("mailto:".length)) : url;
  return `${text}:\n${address}`;
}

function factLines(facts: Record<string, string>): string {
  return factsOf(facts)
    .map(([label, value]) => `  ${label}: ${value.replaceAll("\n", "\n    ")}`)
    .join("\n");
}

function questionText(question: Question): string {
  return [
    questionTitle(question),
    question.text,
    ...(question.code ? [indented(question.code)] : []),
    ...answersOf(question).map(({ label, text }) => `  ${label}: ${text}`),
  ].join("\n");
}

function indented(code: string): string {
  return code.trimEnd().replace(/^/gm, "    ");
}
