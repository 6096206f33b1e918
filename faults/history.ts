import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { repository } from "./children.ts";
import type { Answer } from "./http.ts";
import { json } from "./http.ts";

export type Kind =
  | "subscription"
  | "contact"
  | "enquiry"
  | "download"
  | "seat"
  | "confirmation"
  | "learner"
  | "payment"
  | "purchase"
  | "picture";

/** acknowledged: the server said yes. refused: it said no. unknown: there was no answer, and the visitor gave up. */
type Outcome = "open" | "acknowledged" | "refused" | "unknown";

export type Operation = {
  kind: Kind;
  /** What the row in the database is found by. */
  key: string;
  tag: string;
  outcome: Outcome;
  /** A status for every time that it was sent; 0 for no answer. */
  statuses: number[];
  /** The code of the refusal. */
  refusal?: string;
};

type Reply = { at: number; isHome: boolean; isFine: boolean };

/** Everything that visitors did, in memory and line by line in a file. */
export function openHistory(name: string) {
  const folder = path.join(repository, "node_modules/.cache/faults");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name.replace(/\W+/g, "-")}-${process.pid}-${Date.now()}.jsonl`);
  const operations: Operation[] = [];
  const counts = new Map<string, number>();
  const replies: Reply[] = [];
  const oddities: string[] = [];
  const write = (line: object) =>
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);

  return {
    file,
    operations,
    /** How often each status was seen. */
    counts,
    /** Answers that should not have happened. */
    oddities,
    replies,
    note: (text: string) => write({ note: text }),
    begin(kind: Kind, { key, tag }: { key: string; tag: string }): Operation {
      const operation: Operation = { kind, key, tag, outcome: "open", statuses: [] };
      operations.push(operation);
      write({ begun: kind, key });
      return operation;
    },
    end(operation: Operation, outcome: Outcome, refusal?: string) {
      operation.outcome = outcome;
      if (refusal) operation.refusal = refusal;
      write({ [outcome]: operation.kind, key: operation.key, ...(refusal ? { refusal } : {}) });
    },
    /** Counts one answer, whatever it belongs to. */
    answer(what: string, answer: Answer) {
      const isPage = what === "page" || what === "home page";
      const { status } = answer;
      const name = `${isPage ? what : "call"} ${status || "lost"}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const isFine = isPage ? status === 200 || status === 304 : status >= 200 && status < 300;
      const isHome = what === "home page";
      if (isHome || !isPage) replies.push({ at: performance.now(), isHome, isFine });
      // The body tells an answer of the product from one of nginx.
      if (status >= 500) write({ what, status, body: answer.body.toString().slice(0, 200) });
      const odd = whyOdd(answer);
      if (odd && oddities.length < 200) oddities.push(`${what}: ${odd}`);
    },
    acknowledged: () => operations.filter(({ outcome }) => outcome === "acknowledged").length,
  };
}

export type History = ReturnType<typeof openHistory>;

/** 502 is for a provider that fails, 503 for a product that cannot serve just now; it says when to come back. */
function whyOdd(answer: Answer): string | undefined {
  const { status, headers } = answer;
  if (status < 500 || status === 502) return undefined;
  if (status !== 503) return `${status} ${String(json(answer).code ?? "")}`;
  return headers["retry-after"] ? undefined : "503 without retry-after";
}

/** Why the home page, which is always in memory, was not always shown. */
export function whyHomeAway(history: History, { longestInMs = longestPageGapInMs } = {}): string[] {
  const failed = [...history.counts].filter(([status]) => /^home page (lost|[45]\d\d)$/.test(status));
  const gap = longestGap(history, { isHome: true });
  return [
    ...failed.map(([status, count]) => `${count} x ${status}`),
    ...(gap > longestInMs ? [`the home page was away for ${gap} ms`] : []),
  ];
}

/** Longer than a busy machine makes a visitor wait. */
const longestPageGapInMs = 5000;

/** The longest time without a good answer, in milliseconds, between the first and the last one. */
export function longestGap({ replies }: History, { isHome }: { isHome: boolean }): number {
  const times = replies.filter((reply) => reply.isHome === isHome && reply.isFine).map(({ at }) => at);
  return Math.round(Math.max(0, ...times.slice(1).map((at, n) => at - (times[n] as number))));
}
