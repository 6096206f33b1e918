import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { History, Kind, Operation } from "./history.ts";
import { type Answer, json, type Sent, send } from "./http.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** Repeats with an answer that says "later" end this long after the load has ended. */
const patienceInMs = 60_000;

export type Learner = { number: string; token: string };

/** One person with a network address, a connection and a way to repeat what got no answer. */
export type Visitor = ReturnType<typeof createVisitor>;

type Visiting = { world: World; history: History; random: Random; tag: string; name: string; isOver(): boolean };

export function createVisitor({ world, history, random, tag, name, isOver }: Visiting) {
  const newAddress = () => `10.${random.below(256)}.${random.below(256)}.${random.below(254) + 1}`;
  let address = newAddress();
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  let count = 0;
  let overSince: number | undefined;

  const hasPatience = () => {
    if (!isOver()) return true;
    overSince ??= performance.now();
    return performance.now() - overSince < patienceInMs;
  };

  async function call(what: string, sent: Sent): Promise<Answer> {
    const headers = { "x-forwarded-for": address, ...sent.headers };
    const answer = await send(world.base(), { ...sent, headers, agent });
    history.answer(what, answer);
    return answer;
  }

  const pause = () => sleep(random.between(100, 300));

  /** Sends until there is an answer that is not "later". */
  async function repeat(
    sendOnce: () => Promise<Answer>,
    { isFine = () => false }: { isFine?(answer: Answer): boolean } = {},
  ): Promise<Answer> {
    for (;;) {
      const answer = await sendOnce();
      if (!isLater(answer) || isFine(answer) || !hasPatience()) return answer;
      await pause();
    }
  }

  return {
    world,
    history,
    random,
    tag,
    call,
    pause,
    repeat,
    hasPatience,
    /** Somebody else sits down: letters and digits that nobody else uses, and another network address. */
    newName() {
      address = newAddress();
      return `${tag}${name}n${++count}`;
    },
    /** Sends until there is a yes or a no. Somebody who gives up does not ask again after a lost answer. */
    async insist(
      { kind, key, givesUp = false }: { kind: Kind; key: string; givesUp?: boolean },
      sendOnce: () => Promise<Answer>,
    ): Promise<{ operation: Operation; answer: Answer }> {
      const operation = history.begin(kind, { key, tag });
      for (;;) {
        const answer = await sendOnce();
        operation.statuses.push(answer.status);
        if (answer.status >= 200 && answer.status < 300) {
          history.end(operation, "acknowledged");
          return { operation, answer };
        }
        if (!isLater(answer)) {
          history.end(operation, "refused", String(json(answer).code ?? answer.status));
          return { operation, answer };
        }
        if (givesUp || !hasPatience()) {
          history.end(operation, "unknown");
          return { operation, answer };
        }
        await pause();
      }
    },
    close: () => agent.destroy(),
  };
}

/** No answer, or one that asks to come back. */
function isLater({ status }: Answer): boolean {
  return status === 0 || status >= 500 || status === 429 || status === 408;
}
