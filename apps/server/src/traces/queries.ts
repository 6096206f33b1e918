import { type Span, SpanKind } from "@opentelemetry/api";
import type pg from "pg";
import { currentSpan } from "./current.ts";
import { type Begin, failSpan } from "./span.ts";

/** A span for each query of a traced request or job. What the worker asks of its queue by itself belongs to none. */
export function watchQueries(pool: pg.Pool, begin: Begin): void {
  pool.on("connect", (client) => {
    const plain = client.query.bind(client) as (...given: unknown[]) => unknown;
    const traced = (...given: unknown[]) => {
      const [query] = given;
      if (!currentSpan.getStore()?.isRecording() || isStream(query)) return plain(...given);
      const attributes = { "db.system.name": "postgresql" };
      const span = begin(nameOf(query), { kind: SpanKind.CLIENT, attributes });
      const callback = given.at(-1);
      if (typeof callback === "function") {
        const answer = (error: unknown, ...rest: unknown[]) => {
          finish(span, error);
          callback(error, ...rest);
        };
        return plain(...given.slice(0, -1), answer);
      }
      const asked = plain(...given) as Promise<unknown>;
      asked.then(
        () => finish(span, undefined),
        (error) => finish(span, error),
      );
      return asked;
    };
    client.query = traced as typeof client.query;
  });
}

function finish(span: Span, error: unknown): void {
  if (error) failSpan(span, error);
  span.end();
}

/** COPY and cursors bring an object of their own, which speaks to the server by itself. */
function isStream(query: unknown): boolean {
  return typeof (query as { submit?: unknown })?.submit === "function";
}

/** The name of a prepared query; of others the operation and its first table, never a value. */
export function nameOf(query: unknown): string {
  const { name, text } = typeof query === "string" ? { name: undefined, text: query } : (query as pg.QueryConfig);
  if (name) return name;
  const operation = /^\s*([a-z]+)\b/i.exec(text)?.[1]?.toLowerCase() ?? "query";
  if (!operations.has(operation)) return "query";
  const table = /\b(?:from|into|update)\s+"([a-z_]{1,63})"/.exec(text)?.[1];
  return table ? `${operation} ${table}` : operation;
}

const operations = new Set(
  "select insert update delete with begin commit rollback savepoint release lock set notify listen truncate".split(" "),
);
