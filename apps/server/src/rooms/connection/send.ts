import { createHmac } from "node:crypto";
import * as dns from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { isAllowedAddress, isAllowedUrl } from "./addresses.ts";

type Message = { id: string; body: string; at: Date; secret: string };

/** As standardwebhooks.com says, so that receivers find a library for it. */
export function signedHeaders({ id, body, at, secret }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Institute-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

export type SendOptions = {
  mayBeLocal: boolean;
  timeoutInMs?: number;
  /** For tests: how a name is looked up. */
  resolve?: typeof dns.lookup;
};
/** Without a problem it was delivered. */
export type Answer = { status: number | null; problem: string | null };

const mostBytes = 2048;
const notPublic = "The address does not lead to a public server.";

/** Posts once. Redirects are not followed, and of a long answer only the beginning is read. */
export async function post(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  { mayBeLocal, timeoutInMs = 10_000, resolve = dns.lookup }: SendOptions,
): Promise<Answer> {
  if (!isAllowedUrl(url, { mayBeLocal })) return { status: null, problem: notPublic };
  const { request } = url.startsWith("https:") ? https : http;
  const closed = Promise.withResolvers<void>();
  const parts: Buffer[] = [];
  let status: number | null = null;
  let failure: unknown;
  const call = request(url, {
    ...{ method: "POST", headers, signal: AbortSignal.timeout(timeoutInMs) },
    // A connection of its own: one that is kept open would not be looked up.
    agent: false,
    lookup: guardedLookup({ mayBeLocal, resolve }),
  });
  call.on("response", (response) => {
    status = response.statusCode ?? null;
    let bytes = 0;
    response.on("data", (part: Buffer) => {
      parts.push(part.subarray(0, mostBytes - bytes));
      bytes += part.length;
      if (bytes >= mostBytes) call.destroy();
    });
    response.on("error", () => {});
  });
  call.on("error", (error) => {
    failure = error;
  });
  call.on("close", closed.resolve);
  call.end(body);
  await closed.promise;
  if (status === null) return { status, problem: describe(failure, timeoutInMs) };
  return { status, problem: status >= 200 && status < 300 ? null : refusalOf(status, Buffer.concat(parts)) };
}

class NotPublic extends Error {}

/** Checks the very address that is connected to: a name could lead elsewhere at the next question. */
function guardedLookup({ mayBeLocal, resolve }: Required<Pick<SendOptions, "mayBeLocal" | "resolve">>): LookupFunction {
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

function refusalOf(status: number, answer: Buffer): string {
  if (status >= 300 && status < 400) return `The address answered ${status}. Redirects are not followed.`;
  const text = answer
    .toString("utf8")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const begin = [...text].slice(0, 200).join("");
  return begin ? `The address answered ${status}: ${begin}` : `The address answered ${status}.`;
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
