import { type ErrorBody, errors, Refusal } from "@shoreline/contract";
import type { Context } from "hono";
import type { AppEnv } from "./env.ts";

/** The one place where errors become HTTP. A refusal says what is wrong; anything else is a bug and gets an id. */
export function answerError(error: unknown, c: Context<AppEnv>): Response {
  const { requestId, log } = c.var;
  if (error instanceof Refusal) {
    const body: ErrorBody = {
      error: error.message,
      code: error.code,
      ...(error.fields ? { fields: error.fields } : {}),
    };
    return c.json(body, errors[error.code].status, error.headers);
  }
  log.error({ requestId, err: error }, "request failed");
  const body: ErrorBody = { error: errors.INTERNAL.text, code: "INTERNAL", requestId };
  return c.json(body, errors.INTERNAL.status);
}
