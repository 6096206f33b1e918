import type { KeyScope } from "@shoreline/domain/connection";
import type { Permission } from "@shoreline/domain/staff";
import { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** At most `points` calls in `seconds` from one IP address, counted across all processes. */
export type RateLimit = { points: number; seconds: number };

export type Endpoint<
  I extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  S extends boolean | "optional" = boolean | "optional",
  P extends Permission | undefined = Permission | undefined,
  K extends KeyScope | undefined = KeyScope | undefined,
> = {
  summary: string;
  /** Path parameters, query (GET) and body fields together; unknown fields are ignored. */
  input: I;
  reply: R;
  refusals?: readonly ErrorCode[];
  /** Several limits apply at the same time. */
  limit?: RateLimit | RateLimit[];
  /** Counted together with this call, as one of a room: `certificate.get`. Both have the same limit. */
  countsAs?: string;
  /** The reply is the same for everyone until content changes, so it comes from the page cache. */
  shared?: boolean;
  /** Reads much and stores nothing: may be answered by a replica that has what the caller wrote. Not for streams. */
  reads?: "replica";
  /** The reply is `FileReply` or `StreamReply`, sent as bytes of this type. */
  sends?:
    | "application/pdf"
    | "application/json"
    | "application/zip"
    | "application/xml"
    | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    | "image/png"
    | "image/svg+xml"
    | "text/calendar"
    | "text/plain"
    | "text/csv";
  /** Needs the session token, as `token` in the body or as a bearer token. `optional`: also works without one. */
  signedIn?: S;
  /** Only for staff with this permission, who are signed in to the console. */
  staff?: P;
  /** For another program, which has a key with this scope as a bearer token. */
  key?: K;
  /** A call of the console for who is not signed in yet. */
  isEntrance?: boolean;
  /** Staff must have proved who they are within the last minutes: for money, roles, exports and erasure. */
  needsFreshProof?: boolean;
  /** The handler gets the unparsed body as `raw`, and these fields from the named headers, to verify the sender's signature. */
  takesRawBody?: Record<string, string>;
  /**
   * The body is ignored: mail programs post their own form to an unsubscribe link (RFC 8058). A browser without scripts gets
   * the message of the reply as a page.
   */
  ignoresBody?: boolean;
};

/** A file and its file name. */
export const FileReply = z.object({
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  name: z.string(),
  /** In place of what the call sends by default. */
  type: z.string().optional(),
  /** The browser shows it instead of saving it. */
  isShown: z.boolean().optional(),
});
export type FileReply = z.infer<typeof FileReply>;

/** A file that is too large to be held in memory. */
export const StreamReply = z.object({
  stream: z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream),
  name: z.string(),
});
export type StreamReply = z.infer<typeof StreamReply>;

export type Input<E extends Endpoint> = z.input<E["input"]>;
export type ParsedInput<E extends Endpoint> = z.output<E["input"]>;
export type Reply<E extends Endpoint> = z.output<E["reply"]>;

export function endpoint<
  I extends z.ZodObject,
  R extends z.ZodType,
  S extends boolean | "optional" = false,
  P extends Permission | undefined = undefined,
  K extends KeyScope | undefined = undefined,
>(definition: Endpoint<I, R, S, P, K>): Endpoint<I, R, S, P, K> {
  return definition;
}
