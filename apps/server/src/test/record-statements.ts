import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder in which the tests of rooms write down what the product asks its database; `explain/` reads it. */
    statements: string;
  }
}

/** A statement that the product sent, with the first values that it had. */
export type Statement = { text: string; values: unknown[] };

const product = new AsyncLocalStorage<boolean>();

/** What the product sends while this work runs is written down; what a test itself asks is not. */
export const asProduct = <Result>(work: () => Result): Result => product.run(true, work);

const known = new Set<string>();
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
  if (product.getStore()) record(given);
  return Reflect.apply(query, this, given);
} as typeof query;

function record([asked, values]: unknown[]): void {
  const { text, values: own } = (typeof asked === "string" ? { text: asked } : asked) as pg.QueryConfig;
  if (!text || known.has(text) || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) return;
  known.add(text);
  const statement: Statement = { text, values: (own ?? (Array.isArray(values) ? values : [])) as unknown[] };
  appendFileSync(path.join(inject("statements"), `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`);
}
