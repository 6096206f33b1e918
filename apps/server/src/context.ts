import type { Api, Endpoint, ParsedInput, RateLimit, Reply } from "@shoreline/contract";
import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "./db/connect.ts";
import type { learner } from "./db/tables/account.ts";
import type { Clock, Files, Mailer, Payments, SmsSender, UploadStore } from "./ports.ts";

/** What the running product is made of; tests put fakes in the places of the outside world. */
export type Deps = {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  sms: SmsSender;
  files: Files;
  uploads: UploadStore;
  payments: Payments;
  publicUrl: string;
  isDemo: boolean;
};

/** What a handler gets: the product, and the request it works for. */
export type Ctx = Deps & {
  requestId: string;
  /** Counts against a limit of the handler's own, beyond the one per address: `limit("code.hour", { points, seconds }, number)`. */
  limit(name: string, limit: RateLimit, key: string): Promise<void>;
};

export type SignedIn = { learner: typeof learner.$inferSelect; sessionHash: string };

/** And for whom. */
export type SignedInCtx = Ctx & SignedIn;

export type Handler<E extends Endpoint> = (
  ctx: E extends { signedIn?: infer S }
    ? true extends S
      ? SignedInCtx
      : "optional" extends S
        ? Ctx & Partial<SignedIn>
        : Ctx
    : Ctx,
  input: ParsedInput<E>,
) => Promise<Reply<E>>;

/** One handler for each endpoint of a room. */
export type Handlers<Room extends keyof Api> = {
  [Name in keyof Api[Room]]: Api[Room][Name] extends Endpoint ? Handler<Api[Room][Name]> : never;
};
