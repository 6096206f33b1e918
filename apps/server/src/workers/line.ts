type Channel = {
  send?(message: object, done: (error: Error | null) => void): unknown;
  on(event: "message", listener: (message: unknown) => void): unknown;
};

type Question = { asks: string; id: number; given: unknown };
type Reply = { answers: number; reply?: unknown; problem?: string };

export type Line = ReturnType<typeof openLine>;

/** Questions and answers between the primary and a worker, both ways, over the channel that Node opens between them. */
export function openLine(channel: Channel, handlers: Record<string, (given: never) => unknown>) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  // One that is gone does not answer: the time limit of the question tells.
  const send = (message: Question | Reply) => void channel.send?.(message, () => {});

  async function answer({ asks, id, given }: Question): Promise<void> {
    try {
      send({ answers: id, reply: await handlers[asks]?.(given as never) });
    } catch (error) {
      send({ answers: id, problem: (error as Error).message });
    }
  }
  channel.on("message", (message) => {
    if (isQuestion(message)) answer(message);
    if (!isReply(message)) return;
    const { answers, reply, problem } = message;
    if (problem === undefined) waiting.get(answers)?.resolve(reply);
    else waiting.get(answers)?.reject(new Error(problem));
  });
  return {
    async ask<Answer>(asks: string, given: unknown, { withinMs }: { withinMs: number }): Promise<Answer> {
      const id = ++last;
      const question = Promise.withResolvers<unknown>();
      waiting.set(id, question);
      const late = setTimeout(() => question.reject(new Error("The other process does not answer.")), withinMs);
      try {
        send({ asks, id, given });
        return (await question.promise) as Answer;
      } finally {
        clearTimeout(late);
        waiting.delete(id);
      }
    },
  };
}

function isQuestion(message: unknown): message is Question {
  return typeof message === "object" && message !== null && "asks" in message;
}

function isReply(message: unknown): message is Reply {
  return typeof message === "object" && message !== null && "answers" in message;
}
