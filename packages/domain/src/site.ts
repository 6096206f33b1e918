type ChatbotEntry = { question: string; headingAnswer: string; answer: { course: string }[] };
export type ChatbotScript = { greeting: string; start: string; end: string; thanks: string; entries: ChatbotEntry[] };

/** One message of a conversation. Only the bot's last message shows its options. */
export type ChatMessage = { by: "bot" | "visitor"; text: string; options: string[] };

export function greet({ greeting, start, end }: ChatbotScript): ChatMessage {
  return { by: "bot", text: greeting, options: [start, end] };
}

/** The messages that a choice adds to the conversation: the choice itself and the bot's reply. */
export function reply(script: ChatbotScript, choice: string): ChatMessage[] {
  const said: ChatMessage = { by: "visitor", text: choice, options: [] };
  const isSame = (words: string) => words.toLowerCase() === choice.toLowerCase();
  if (isSame(script.end)) return [said, { by: "bot", text: script.thanks, options: [] }];
  const entry = script.entries.find(({ question }) => isSame(question));
  if (!entry) return [said, greet(script)];
  return [said, { by: "bot", text: entry.headingAnswer, options: entry.answer.map(({ course }) => course) }];
}
