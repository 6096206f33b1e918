import type { Context } from "hono";
import type { AppEnv } from "./env.ts";

const forwarding = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * True for a visit from this machine itself. The Host must be one of its own names: another name that leads here is a proxy,
 * or a page on the internet that had its name moved to 127.0.0.1.
 */
export function isLocalVisit(c: Context<AppEnv>): boolean {
  const { hostname } = new URL(c.req.url);
  const isOwnName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return isOwnName && isFromHere(c) && forwarding.every((name) => c.req.header(name) === undefined);
}

/** Calls within the process have no socket. */
function isFromHere(c: Context<AppEnv>): boolean {
  const address = c.env?.incoming?.socket.remoteAddress;
  return address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address);
}
