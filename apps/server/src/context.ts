import type { Api, Endpoint, ParsedInput, RateLimit, Reply } from "@shoreline/contract";
import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "./db/connect.ts";
import type { learner } from "./db/tables/account.ts";
import type { Clock, Draw, Files, Mailer, Payments, SmsSender, UploadStore } from "./ports.ts";

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
  draw: Draw;
  /** How much work a guess at a one-time code is: scrypt's N. */
  codeHashCost: number;
  /** Every room that sells something. */
  sellers: Seller[];
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

/** What an order is for: the kind of thing, and its id among things of that kind. */
export type Item = { kind: string; itemId: string };

/** Who pays: a learner, or a visitor by their e-mail address in lower case. */
export type Buyer = { learnerId: string } | { email: string };

/** A thing for sale, at its price. */
export type Offer = {
  itemId: string;
  amountInPaise: number;
  buyer: Buyer;
  /** What the buyer chose along with it; the seller reads it again when it hands the thing out. */
  details: Record<string, string>;
  /** Reserves the thing while the buyer pays; refuses when none is left. */
  reserve?(): Promise<void>;
};

type OrderInput = ParsedInput<Api["payment"]["order"]>;

/** How a room sells one kind of thing. */
export type Seller = {
  kind: string;
  /** The field of `POST /payment/order` that names a thing of this kind. */
  orderField: keyof OrderInput;
  /** Turns an order into an offer, or refuses. */
  offer(ctx: Ctx & Partial<SignedIn>, order: OrderInput): Promise<Offer>;
  /** Hands out what a paid order is for. Twice has the same effect as once. */
  handOut(deps: Deps, providerOrderId: string): Promise<void>;
  /** What a mail calls the thing, when something is wrong with its payment; null when it is gone. */
  describe(db: Db, itemId: string): Promise<string | null>;
};
