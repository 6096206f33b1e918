import { Refusal } from "@shoreline/contract";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./env.ts";
import { routeManifest } from "./page-address.ts";

// Our longest address has five segments and less than 200 characters.
const maxPath = 1024;
const maxSegments = 20;
/** The fast path answers only targets up to this length, so their queries are within the limit. */
export const maxQuery = 2048;
// The router in the browser asks for the routes of all links on a page at once; each of them is matched.
const maxManifestQuery = 8192;
const maxManifestPaths = 300;

/** Refuses addresses that nothing of ours has, before anything works on them: matching a route costs more with every segment. */
export const refuseLongAddress: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { path, url } = c.req;
  const isManifest = path === routeManifest;
  const query = url.indexOf("?") < 0 ? 0 : url.length - url.indexOf("?") - 1;
  const isLong = path.length > maxPath || query > (isManifest ? maxManifestQuery : maxQuery);
  if (isLong || isMore(path, "/", maxSegments)) throw new Refusal("NOT_FOUND");
  if (isManifest && isMore(url, /,|%2c/i, maxManifestPaths)) throw new Refusal("NOT_FOUND");
  return next();
};

function isMore(text: string, separator: string | RegExp, max: number): boolean {
  return text.split(separator, max + 2).length > max + 1;
}
