import { Refusal } from "@shoreline/contract";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./env.ts";

// Our longest address has five segments and less than 200 characters.
const maxPath = 1024;
const maxSegments = 20;
const maxQuery = 2048;

/** Refuses addresses that nothing of ours has, before anything works on them: matching a route costs more with every segment. */
export const refuseLongAddress: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { path, url } = c.req;
  const isLong = path.length > maxPath || url.length > path.length + maxQuery;
  if (isLong || path.split("/", maxSegments + 2).length > maxSegments + 1) throw new Refusal("NOT_FOUND");
  return next();
};
