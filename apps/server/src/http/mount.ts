import {
  type Api,
  allRoutes,
  api,
  type Endpoint,
  type FileReply,
  type RateLimit,
  Refusal,
  type StreamReply,
  splitRoute,
  staffRoutes,
} from "@shoreline/contract";
import { tokenHeader } from "@shoreline/domain/account";
import type { KeyScope } from "@shoreline/domain/connection";
import { firstVisitHeader, readFirstVisit } from "@shoreline/domain/first-visit";
import { mayDo } from "@shoreline/domain/staff";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { Counter, Ctx, Deps, Handlers, KeyHolder, SignedIn, StaffSignedIn } from "../context.ts";
import { isAway } from "../db/away.ts";
import type { Replica } from "../db/replica.ts";
import { type BodyTimes, readBytes, readJson } from "./body.ts";
import type { AppEnv } from "./env.ts";
import { retryAfterSeconds } from "./errors.ts";
import { answerAsPage } from "./message-page.ts";
import type { PageCache } from "./page-cache.ts";
import { plainIssue } from "./plain-issue.ts";
import { createCounter, createLimiters } from "./rate-limit.ts";
import { readWritten, writtenCookie } from "./written.ts";

export type AllHandlers = { [Room in keyof Api]: Handlers<Room> };

type Options = {
  deps: Deps;
  handlers: AllHandlers;
  cache: PageCache;
  addressOf(c: Context<AppEnv>): string | undefined;
  readSession(token: string): Promise<SignedIn | null>;
  readStaff(cookies: string | undefined): Promise<StaffSignedIn | null>;
  readKey(key: string): Promise<KeyHolder | null>;
  times: BodyTimes;
  replica?: Replica | undefined;
};

/** Mounts every route: rate limit, parse the input, handle, parse the reply, so that no unlisted field leaks. */
export function mountRooms(app: Hono<AppEnv>, options: Options): void {
  const methods = new Map<string, string[]>();
  for (const [room, calls] of Object.entries<Record<string, string>>(allRoutes)) {
    for (const [name, route] of Object.entries(calls)) {
      const { method, path } = splitRoute(route);
      const address = path.replace(/\{(\w+)\}/g, ":$1");
      methods.set(address, [...(methods.get(address) ?? []), method]);
      app.on(method, address, answer(options, { room, name, path }));
    }
  }
  for (const [address, allowed] of methods) {
    app.all(address, () => {
      throw new Refusal("METHOD_NOT_ALLOWED", {
        headers: { allow: [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : [])].join(", ") },
      });
    });
  }
}

function answer(
  { deps, handlers, cache, addressOf, times, readSession, readStaff, readKey, replica }: Options,
  { room, name, path }: { room: string; name: string; path: string },
) {
  const endpoint = (api as Record<string, Record<string, Endpoint>>)[room]?.[name] as Endpoint;
  const handle = (
    handlers as unknown as Record<string, Record<string, (ctx: Ctx, input: unknown) => Promise<unknown>>>
  )[room]?.[name] as (ctx: Ctx, input: unknown) => Promise<unknown>;
  if (endpoint.shared && (endpoint.signedIn || endpoint.staff || endpoint.key))
    throw new Error(`${room}.${name}: a cached answer cannot be personal`);
  if (room in staffRoutes && !endpoint.staff && !endpoint.isEntrance && !endpoint.key)
    throw new Error(`${room}.${name}: a call of the console needs a permission`);
  if (endpoint.reads && (endpoint.key || endpoint.needsFreshProof))
    throw new Error(`${room}.${name}: programs keep no cookie, and a proof goes with a change: both need the primary`);
  if (endpoint.needsFreshProof && !endpoint.staff)
    throw new Error(`${room}.${name}: only staff can prove who they are`);
  if (endpoint.shared && endpoint.limit) throw new Error(`${room}.${name}: a cached answer cannot be rate-limited`);
  const countsAs = endpoint.countsAs ?? `${room}.${name}`;
  if (!isCall(countsAs)) throw new Error(`${room}.${name}: it counts as ${countsAs}, and there is no such call`);
  const counters = new Map<string, Counter>();
  const counter = (name: string, limit: RateLimit) => {
    const found = counters.get(name) ?? createCounter(deps.pool, name, limit);
    counters.set(name, found);
    return found;
  };
  const limiters = createLimiters(deps.pool, countsAs, [endpoint.limit ?? []].flat());

  const mayWrite = Boolean(endpoint.signedIn || endpoint.staff) && !endpoint.reads;
  const produce = async (c: Context<AppEnv>) => {
    const isWrite = mayWrite && c.req.method !== "GET" && c.req.method !== "HEAD";
    const hasBody = c.req.method !== "GET" && c.req.method !== "HEAD" && !endpoint.ignoresBody;
    const sent = endpoint.takesRawBody
      ? await readSigned(c, endpoint.takesRawBody, times)
      : hasBody
        ? await readJson(c, times)
        : readQuery(c, { isJoined: endpoint.staff !== undefined });
    // The session comes first: a stranger learns nothing about the input that a call takes.
    const signedIn = endpoint.signedIn
      ? await nothingDone(findSession(readSession, c.req.header("authorization"), sent))
      : null;
    if (endpoint.signedIn === true && !signedIn) throw new Refusal("NOT_SIGNED_IN");
    const staff = endpoint.staff ? await findStaff(c, endpoint) : null;
    const holder = endpoint.key ? await findKey(c, endpoint.key) : null;
    const input = parseInput(endpoint.input, sent, c.req.param());
    const more: [string, string][] = [];
    const base: Ctx = {
      ...deps,
      primary: deps.db,
      ...signedIn,
      ...staff,
      ...holder,
      requestId: c.var.requestId,
      address: addressOf(c),
      userAgent: c.req.header("user-agent"),
      accept: c.req.header("accept"),
      firstVisit: readFirstVisit(c.req.header(firstVisitHeader)),
      counter,
      // The primary: a replica may not have the change yet that has just emptied what is kept.
      oncePerContent: (read) => cache.oncePerContent(read, deps.db),
      setHeader: (name, value) => void more.push([name, value]),
    };
    const reply =
      replica && endpoint.reads
        ? await replica.read(
            readWritten(c),
            (db) => handle({ ...base, db }, input),
            () => handle(base, input),
          )
        : await handle(base, input);
    if (replica && isWrite) {
      // The call has happened: without a position the primary answers this browser.
      const position = await replica.readPosition().catch(() => "unknown" as const);
      more.push(["set-cookie", writtenCookie(position, deps.publicUrl)]);
    }
    const parsed = endpoint.reply.parse(reply);
    const response = endpoint.sends
      ? fileResponse(parsed as FileReply | StreamReply, endpoint.sends)
      : new Response(JSON.stringify(parsed), { headers: endpoint.shared ? jsonHeaders : ownJsonHeaders });
    for (const [name, value] of more) response.headers.append(name, value);
    // After the call, which may have ended the session.
    const token = await signedIn?.renewToken?.().catch((err) => {
      // The call has happened; the next one renews the token.
      deps.log.error({ requestId: c.var.requestId, err }, "a token was not renewed");
      return null;
    });
    if (token) response.headers.set(tokenHeader, token);
    return response;
  };
  const findStaff = async (c: Context<AppEnv>, { staff, needsFreshProof }: Endpoint) => {
    const found = await nothingDone(readStaff(c.req.header("cookie")));
    if (!found) throw new Refusal("STAFF_ONLY");
    if (staff && !mayDo(found.staff.roles, staff)) throw new Refusal("NOT_ALLOWED");
    if (needsFreshProof && !found.isFresh) throw new Refusal("FRESH_PROOF_NEEDED");
    return found;
  };
  const findKey = async (c: Context<AppEnv>, scope: KeyScope) => {
    const given = /^Bearer (\S{1,200})$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const found = given ? await nothingDone(readKey(given)) : null;
    if (!found) throw new Refusal("WRONG_KEY");
    if (!found.apiKey.scopes.includes(scope)) throw new Refusal("KEY_NOT_ALLOWED");
    return found;
  };
  const limited = async (c: Context<AppEnv>) => {
    const address = addressOf(c);
    if (address) for (const limiter of limiters) await nothingDone(limiter(address));
    return endpoint.shared ? cache.answer(c, () => produce(c)) : produce(c);
  };
  return async (c: Context<AppEnv>) => {
    c.set("route", path);
    if (room in staffRoutes) refuseForeignOrigin(c, deps.publicUrl);
    const isFormOfPage = endpoint.ignoresBody && c.req.header("accept")?.includes("text/html");
    return isFormOfPage ? answerAsPage(() => limited(c)) : limited(c);
  };
}

function isCall(dotted: string): boolean {
  const [room = "", name = ""] = dotted.split(".");
  return name in ((allRoutes as Record<string, object>)[room] ?? {});
}

// Plain objects reach node as they are; `Response.json` would copy them into Headers.
const jsonHeaders = { "content-type": "application/json" };
const ownJsonHeaders = { ...jsonHeaders, "cache-control": "no-store" };

/** What fails before the handler began can be sent again without doing anything twice. */
async function nothingDone<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isAway(error) ? new Refusal("UNAVAILABLE", { headers: { "retry-after": retryAfterSeconds } }) : error;
  }
}

/** A cookie comes along with every request, also with one that another website has made. Programs send no origin. */
export function refuseForeignOrigin(c: Context<AppEnv>, publicUrl: string): void {
  const origin = c.req.header("origin");
  if (!origin || origin === new URL(publicUrl).origin) return;
  if (URL.parse(origin)?.host !== c.req.header("host")) throw new Refusal("FOREIGN_ORIGIN");
}

/** Browsers may store a missing token as the text "undefined". */
async function findSession(
  readSession: Options["readSession"],
  authorization: string | undefined,
  sent: Record<string, unknown>,
): Promise<SignedIn | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1] ?? sent.token;
  return typeof token === "string" && token !== "undefined" ? readSession(token) : null;
}

/** A signature covers the raw bytes, so they are checked before anything is parsed. */
async function readSigned(
  c: Context<AppEnv>,
  headers: Record<string, string>,
  times: BodyTimes,
): Promise<Record<string, unknown>> {
  const raw = await readBytes(c, times);
  const given = Object.entries(headers).map(([field, header]) => [field, c.req.header(header)]);
  return { ...Object.fromEntries(given), raw };
}

/** File names are our own, but they are cleaned all the same. */
function fileResponse({ name, ...file }: FileReply | StreamReply, usual: string): Response {
  const { type = usual, isShown = false } = "bytes" in file ? file : {};
  const headers = {
    "cache-control": "no-store",
    "content-type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename="${name.replace(/[^\w. -]/g, "_")}"`,
  };
  return new Response("stream" in file ? file.stream : new Uint8Array(file.bytes), { headers });
}

type Sent = Record<string, unknown>;

/** The console's filters have a comma between several. Somebody may write `status=new&status=lost` as well. */
function readQuery(c: Context<AppEnv>, { isJoined }: { isJoined: boolean }): Sent {
  if (!isJoined) return c.req.query();
  return Object.fromEntries(Object.entries(c.req.queries()).map(([name, values]) => [name, values.join()]));
}

/** Takes the fields that the call knows: a stranger may send a hundred thousand others. */
function parseInput(schema: z.ZodObject, sent: Sent, inPath: Sent): unknown {
  const known = Object.keys(schema.shape).flatMap((name) => {
    const from = Object.hasOwn(inPath, name) ? inPath : sent;
    return Object.hasOwn(from, name) ? [[name, from[name]]] : [];
  });
  const parsed = schema.safeParse(Object.fromEntries(known), { error: plainIssue });
  const fields: Record<string, string> = {};
  if (!parsed.success) {
    for (const issue of parsed.error.issues) fields[issue.path.join(".") || "body"] ??= issue.message;
    throw new Refusal("INVALID_INPUT", { fields });
  }
  for (const [name, value] of Object.entries(parsed.data)) {
    if (!isStorable(value)) fields[name] = "Contains a character that cannot be stored";
  }
  if (Object.keys(fields).length > 0) throw new Refusal("INVALID_INPUT", { fields });
  return parsed.data;
}

/** PostgreSQL text cannot hold NUL or half of a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value === "object" && value !== null) return Object.values(value).every(isStorable);
  return true;
}
