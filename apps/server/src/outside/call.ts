import * as dns from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { isAllowedAddress, isAllowedUrl } from "./addresses.ts";

type Request = { method: string; url: string; headers?: Record<string, string>; body?: string | Buffer };
export type CallOptions = {
  mayBeLocal: boolean;
  /** Of a longer answer the rest is not read. */
  mostBytes: number;
  timeoutInMs?: number;
  /** For tests: how a name is looked up. */
  resolve?: typeof dns.lookup;
};
/** With a status the server has answered; without one the problem says why not. */
type Answered = { status: number | null; problem: string | null; body: Buffer };

const notPublic = "The address does not lead to a public server.";

/** Calls a server whose address somebody typed: public servers only. Redirects are not followed. */
export async function call(
  { method, url, headers = {}, body }: Request,
  { mayBeLocal, mostBytes, timeoutInMs = 10_000, resolve = dns.lookup }: CallOptions,
): Promise<Answered> {
  if (!isAllowedUrl(url, { mayBeLocal })) return { status: null, problem: notPublic, body: Buffer.alloc(0) };
  const { request } = url.startsWith("https:") ? https : http;
  const closed = Promise.withResolvers<void>();
  const parts: Buffer[] = [];
  let status: number | null = null;
  let failure: unknown;
  const calling = request(url, {
    ...{ method, headers, signal: AbortSignal.timeout(timeoutInMs) },
    // A connection of its own: one that is kept open would not be looked up.
    agent: false,
    lookup: guardedLookup({ mayBeLocal, resolve }),
  });
  calling.on("response", (response) => {
    status = response.statusCode ?? null;
    let bytes = 0;
    response.on("data", (part: Buffer) => {
      parts.push(part.subarray(0, mostBytes - bytes));
      bytes += part.length;
      if (bytes >= mostBytes) calling.destroy();
    });
    response.on("error", () => {});
  });
  calling.on("error", (error) => {
    failure = error;
  });
  calling.on("close", closed.resolve);
  calling.end(body);
  await closed.promise;
  return { status, problem: status === null ? describe(failure, timeoutInMs) : null, body: Buffer.concat(parts) };
}

class NotPublic extends Error {}

/** Checks the very address that is connected to: a name could lead elsewhere at the next question. */
function guardedLookup({ mayBeLocal, resolve }: Required<Pick<CallOptions, "mayBeLocal" | "resolve">>): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new NotPublic(), []);
      if (!found.every(({ address }) => isAllowedAddress(address, { mayBeLocal }))) return done(new NotPublic(), []);
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}

const reasons: Record<string, string> = {
  ENOTFOUND: "No server was found at this address.",
  EAI_AGAIN: "The name could not be looked up.",
  ECONNREFUSED: "The server refused the connection.",
  ECONNRESET: "The server cut the connection.",
  EHOSTUNREACH: "The server cannot be reached.",
  ENETUNREACH: "The server cannot be reached.",
  ETIMEDOUT: "The server cannot be reached.",
  EPROTO: "The server does not answer in https.",
  ERR_SSL_WRONG_VERSION_NUMBER: "The server does not answer in https.",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "The server does not answer in https.",
};

function describe(error: unknown, timeoutInMs: number): string {
  const { name, code, errors } = (error ?? {}) as { name?: string; code?: string; errors?: { code?: string }[] };
  if (error instanceof NotPublic) return notPublic;
  if (name === "AbortError" || name === "TimeoutError")
    return `There was no answer within ${timeoutInMs / 1000} seconds.`;
  const why = errors?.[0]?.code ?? code ?? "";
  if (reasons[why]) return reasons[why];
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(why)) return "The certificate of the server is not valid.";
  return why ? `The connection failed (${why}).` : "The server cut the connection.";
}
