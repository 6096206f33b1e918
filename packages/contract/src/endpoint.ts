import { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** At most `points` calls in `seconds` from one address, counted over all processes. */
export type RateLimit = { points: number; seconds: number };

export type Endpoint<
  I extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  S extends boolean | "optional" = boolean | "optional",
> = {
  summary: string;
  /** Path parameters, query (GET) and body fields together; unknown fields are ignored. */
  input: I;
  reply: R;
  refusals?: readonly ErrorCode[];
  /** Several are counted side by side. */
  limit?: RateLimit | RateLimit[];
  /** The same for everyone until content changes, so it is answered from the page cache. */
  shared?: boolean;
  /** The reply is `FileReply`, sent as bytes of this type. */
  sends?: "application/pdf" | "application/json" | "text/calendar";
  /** Only for a learner: with the session token as `token` in the body, or as a bearer token. `optional`: better with one. */
  signedIn?: S;
  /** The bytes as they were sent, with two headers: `{ raw, signature, eventId }`. For senders who sign what they send. */
  takesRawBody?: boolean;
  /** The path says it all: mail programs post forms of their own to such an address (RFC 8058). */
  takesAnyBody?: boolean;
};

/** A file, and the name under which it is saved. */
export const FileReply = z.object({
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  name: z.string(),
});
export type FileReply = z.infer<typeof FileReply>;

export type Input<E extends Endpoint> = z.input<E["input"]>;
export type ParsedInput<E extends Endpoint> = z.output<E["input"]>;
export type Reply<E extends Endpoint> = z.output<E["reply"]>;

export function endpoint<I extends z.ZodObject, R extends z.ZodType, S extends boolean | "optional" = false>(
  definition: Endpoint<I, R, S>,
): Endpoint<I, R, S> {
  return definition;
}
