import { type ErrorBody, errors, Refusal } from "@shoreline/contract";
import type { Context } from "hono";
import { isAway } from "../db/away.ts";
import type { AppEnv } from "./env.ts";

/** When something that is away is worth another try. */
export const retryAfterSeconds = "5";

/**
 * The one place where errors become HTTP. A refusal says what is wrong; a database that is away is worth another try; anything
 * else is a bug and gets an id.
 */
export function answerError(error: unknown, c: Context<AppEnv>): Response {
  const { requestId, log } = c.var;
  if (error instanceof Refusal) {
    if (error.cause) log.error({ requestId, code: error.code, err: error.cause }, "request refused");
    const body: ErrorBody = {
      error: error.message,
      code: error.code,
      ...(error.fields ? { fields: error.fields } : {}),
    };
    return c.json(body, errors[error.code].status, error.headers);
  }
  if (isAway(error)) {
    log.warn({ requestId, err: error }, "request refused: something we need is away");
    // A handler may have done something before the database went away.
    const code = c.req.method === "GET" || c.req.method === "HEAD" ? "UNAVAILABLE" : "UNCERTAIN";
    const body: ErrorBody = { error: errors[code].text, code, requestId };
    return c.json(body, errors[code].status, { "retry-after": retryAfterSeconds });
  }
  log.error({ requestId, err: error }, "request failed");
  const body: ErrorBody = { error: errors.INTERNAL.text, code: "INTERNAL", requestId };
  return c.json(body, errors.INTERNAL.status);
}
