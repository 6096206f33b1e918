import { z } from "zod";
import type { Deps } from "../context.ts";
import type { Once } from "./done.ts";

/** A job: its name in the queue, and the shape of its payload. */
export type Job<Payload> = { name: string; payload: z.ZodType<Payload> };

export type PayloadOf<J> = J extends Job<infer Payload> ? Payload : never;

/** What a handler gets: the product, and an id that stays the same on every retry. */
export type JobContext = Deps & { jobId: string; once: Once };

export type JobHandler = { job: Job<unknown>; handle(ctx: JobContext, payload: unknown): Promise<void> };

const defined = new Map<string, Job<unknown>>();

/** The room that enqueues a job defines it; a later room may handle it. A name never changes, as queued jobs outlive a release. */
export function defineJob<Shape extends z.ZodRawShape>(name: string, shape: Shape): Job<z.infer<z.ZodObject<Shape>>> {
  if (defined.has(name)) throw new Error(`The job ${name} is defined twice.`);
  const job = { name, payload: z.object(shape) };
  defined.set(name, job as Job<unknown>);
  return job as Job<z.infer<z.ZodObject<Shape>>>;
}

export function handles<Payload>(
  job: Job<Payload>,
  handle: (ctx: JobContext, payload: Payload) => Promise<void>,
): JobHandler {
  return { job: job as Job<unknown>, handle: handle as JobHandler["handle"] };
}

/** The product does not start if a job has no handler: such a job would stay in the queue for ever. */
export function refuseUnhandled(handlers: JobHandler[]): void {
  const names = handlers.map(({ job }) => job.name);
  const missing = [...defined.keys()].find((name) => !names.includes(name));
  if (missing) throw new Error(`No room handles the job ${missing}.`);
  const duplicate = names.find((name, at) => names.indexOf(name) !== at);
  if (duplicate) throw new Error(`Two rooms handle the job ${duplicate}.`);
}

export type CronLine = {
  job: Job<Record<string, never>>;
  /** Minutes and hours in UTC, as in a crontab. */
  at: string;
  /** One run at a time, so that a slow provider occupies one worker and not all of them. */
  isAlone?: boolean;
};
