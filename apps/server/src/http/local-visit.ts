import type { Context } from "hono";
import type { AppEnv } from "./env.ts";

const forwarding = [
  "cf-connecting-ip",
  "forwarded",
  "true-client-ip",
  "via",
  "x-client-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];
const ownName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * True for a visit from this machine itself. The Host must be one of its own names: another name that leads here is a proxy,
 * or a page on the internet that had its name moved to 127.0.0.1.
 */
export function isLocalVisit(c: Context<AppEnv>): boolean {
  // The request line may name another host than the header: both must be ours.
  const names = [new URL(c.req.url).host, c.req.header("host")].filter((name) => name !== undefined);
  const isOwnName = names.every((name) => ownName.test(name));
  return isOwnName && isFromHere(c) && forwarding.every((name) => c.req.header(name) === undefined);
}

/** Calls within the process have no socket. */
function isFromHere(c: Context<AppEnv>): boolean {
  const address = c.env?.incoming?.socket.remoteAddress;
  return address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address);
}
