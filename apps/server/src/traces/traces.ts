import type { TaskList } from "graphile-worker";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import type { AppEnv } from "../http/env.ts";
import type { Draw, Mailer } from "../ports.ts";

/** What is put around the work of the product while tracing is on. While it is off there is no such object. */
export type Traces = {
  /** A trace goes on only where `mayJoin` says that the caller may name it. */
  aroundRequest(
    handle: MiddlewareHandler<AppEnv>,
    options: { mayJoin(c: Context<AppEnv>): boolean },
  ): MiddlewareHandler<AppEnv>;
  /** Says on the span of the request where its answer came from. */
  noteCache(outcome: string): void;
  /** `routeOf` returns the pattern of the page. */
  aroundRender<Given extends unknown[], Made>(
    render: (...given: Given) => Promise<Made>,
    routeOf: (...given: Given) => string,
  ): (...given: Given) => Promise<Made>;
  aroundJobs(tasks: TaskList): TaskList;
  aroundDraw(draw: Draw): Draw;
  aroundMailer(mailer: Mailer): Mailer;
  /** Only connections that are opened later. */
  watchQueries(pool: pg.Pool): void;
  /** Sends what is left, within a bound. */
  stop(): Promise<void>;
};
