import { Chatbot } from "@shoreline/contract";
import { z } from "zod";
import type { ContentFolder } from "../../content/folder.ts";
import type { Reading, Values } from "../../content/kind.ts";
import { nameOf, uniqueBy } from "../../content/references.ts";

const text = z.string().min(1);

const Entry = z.strictObject({
  key: text,
  question: text,
  headingAnswer: text,
  answer: z.array(z.strictObject({ course: text })),
  courseId: text.optional(),
  links: z
    .array(z.strictObject({ text, to: text.regex(/^(\/|https:)/, "must be a path or an https address") }))
    .default([]),
});

const Script = z.strictObject({ greeting: text, start: text, end: text, thanks: text, entries: z.array(Entry).min(1) });

export function readChatbot({ folder }: Reading): [string, Values][] {
  const script = folder.readFile("chatbot.yaml", chatbotFile(folder));
  if (!script) return [];
  const { entries, ...words } = script;
  return [["chatbot", Chatbot.parse({ ...words, entries: entries.map(({ key, ...one }) => ({ _id: key, ...one })) })]];
}

function chatbotFile(folder: ContentFolder) {
  const courseId = nameOf(folder, { what: "course", files: "courses" }).optional();
  const entries = uniqueBy(z.array(Entry.extend({ courseId })).min(1), "key");
  return Script.extend({ entries }).superRefine(noteDeadEnds, { when: ({ value }) => hasEntries(value) });
}

/** Mistakes in other fields do not matter, but entries must be there. */
function hasEntries(value: unknown): boolean {
  return Script.pick({ start: true, end: true })
    .loose()
    .extend({ entries: z.array(Entry.loose()) })
    .safeParse(value).success;
}

/** Every option must be the question of an entry, or the text that ends the conversation. */
function noteDeadEnds({ start, end, entries }: z.infer<typeof Script>, context: z.RefinementCtx): void {
  const known = new Set([end, ...entries.map((entry) => entry.question)].map((words) => words.toLowerCase()));
  const check = (option: string, path: PropertyKey[]) => {
    if (!known.has(option.toLowerCase()))
      context.addIssue({ code: "custom", path, message: `no entry has the question ${option}` });
  };
  check(start, ["start"]);
  for (const [at, { answer }] of entries.entries())
    for (const [n, { course }] of answer.entries()) check(course, ["entries", at, "answer", n, "course"]);
}
