import type { Api, Endpoint, ParsedInput, Reply } from "@shoreline/contract";
import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "./db/connect.ts";
import type { Clock, Files, Mailer, SmsSender } from "./ports.ts";

/** What the running product is made of; tests put fakes in the places of the outside world. */
export type Deps = {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  sms: SmsSender;
  files: Files;
  publicUrl: string;
  isDemo: boolean;
};

/** What a handler gets: the product, and the request it works for. */
export type Ctx = Deps & { requestId: string };

export type Handler<E extends Endpoint> = (ctx: Ctx, input: ParsedInput<E>) => Promise<Reply<E>>;

/** One handler for each endpoint of a room. */
export type Handlers<Room extends keyof Api> = {
  [Name in keyof Api[Room]]: Api[Room][Name] extends Endpoint ? Handler<Api[Room][Name]> : never;
};
