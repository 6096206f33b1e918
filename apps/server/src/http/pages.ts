import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Fetch } from "@shoreline/contract/client";
import type { Context, Hono } from "hono";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import { freeze } from "../freeze.ts";
import { StartError } from "../start-error.ts";
import type { Traces } from "../traces/traces.ts";
import { type CacheEntry, type Page, toResponse } from "./cache-entry.ts";
import type { AppEnv } from "./env.ts";
import { retryAfterSeconds } from "./errors.ts";
import { isMissingPage, keyOf, missingPageFor } from "./page-address.ts";
import type { PageCache } from "./page-cache.ts";
import { buildFor, isKnown, patternAt, sellingPatterns } from "./page-routes.ts";
import { createRenderBudget } from "./render-budget.ts";
import { developmentPolicy, isOutside, pagePermissions, pagePolicy } from "./security.ts";
import { digestOf, fillIn, type Shell, splitUp } from "./shell.ts";

export const webBuild = path.resolve(import.meta.dirname, "../../../web/build");

/** The built site, or in development the current sources. */
export type Site = { load(): Promise<ServerBuild>; isDevelopment: boolean };

export async function builtSite(): Promise<Site> {
  const file = path.join(webBuild, "server/index.js");
  if (!existsSync(file)) throw new StartError("The site is not built yet. Start with `npm start`, which builds it.");
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  return { load: async () => build, isDevelopment: false };
}

// What entry.server of the site exports for us, beyond what React Router needs.
type PageText = { shell: Shell; fills: string[] };
type Entry = {
  fetchContext: RouterContext<Fetch>;
  reportContext: RouterContext<(error: unknown) => void>;
  policyContext: RouterContext<{ nonce: string; otherDocuments: string[]; takePage(page: PageText): void }>;
  requestIdMark: string;
};

type Options = {
  site: Site;
  cache: PageCache;
  traces: Traces | undefined;
  checkoutUrl: string;
  addressOf(c: Context<AppEnv>): string | undefined;
  /** A file of the site. */
  readFile(address: string): Buffer | undefined;
  /** A secret that all processes share. */
  readNonceKey(): Promise<string>;
};

export function mountPages(app: Hono<AppEnv>, options: Options): void {
  const { site, cache, traces, checkoutUrl, addressOf, readFile, readNonceKey } = options;
  const budget = createRenderBudget();
  const renderPage = traces?.aroundRender(render, (_, { build, target }) => `/${patternAt(build, target)}`) ?? render;
  app.get("*", async (c) => {
    const { pathname, search } = new URL(c.req.url);
    c.set("route", pathname.endsWith(".data") ? "page data" : "page");
    const build = await site.load();
    const target = isKnown(build, pathname) ? keyOf(pathname + search) : missingPageFor(pathname);
    const rendering = { app, site, build, target, find: cache.find, checkoutUrl, addressOf, readFile, readNonceKey };
    const made = () => budget(addressOf(c), () => renderPage(c, rendering));
    return site.isDevelopment ? toResponse(await made()) : cache.answer(c, made, target);
  });
}

type Rendering = Omit<Options, "cache" | "traces"> & {
  app: Hono<AppEnv>;
  build: ServerBuild;
  target: string;
  find: PageCache["find"];
};

async function render(c: Context<AppEnv>, rendering: Rendering): Promise<Response | Page> {
  const { app, site, build, target, find, checkoutUrl, addressOf, readFile, readNonceKey } = rendering;
  const { fetchContext, reportContext, policyContext, requestIdMark } = build.entry.module as unknown as Entry;
  const context = new RouterContextProvider();
  const { requestId } = c.var;
  const pageVisitor = addressOf(c);
  // Pages and browsers use the same API; a page calls it in process.
  const env = { pageRequestId: requestId, ...(pageVisitor !== undefined && { pageVisitor }) };
  context.set(fetchContext, async (address, init) => {
    const entry = (init?.method ?? "GET") === "GET" ? find(address) : undefined;
    return entry ? sharedAnswer(entry) : app.request(address, init, env);
  });
  context.set(reportContext, (err) => c.var.log.error({ requestId, err }, "page failed"));
  const nonceMark = randomBytes(18).toString("base64url");
  const selling = isOutside(checkoutUrl) && !site.isDevelopment ? sellingPatterns(build) : [];
  const isSelling = selling.includes(patternAt(build, target));
  let rendered: PageText = { shell: { html: "", nonce: nonceMark }, fills: [] };
  const takePage = (page: PageText) => {
    rendered = page;
  };
  context.set(policyContext, { nonce: nonceMark, otherDocuments: isSelling ? [] : selling, takePage });
  const own = site.isDevelopment ? build : buildFor(build, new URL(target, "http://page").pathname);
  const response = await handlerOf(own, site)(pageRequest(c.req.raw, target), context);
  const frame = response.headers.get(frameHeader);
  response.headers.delete(frameHeader);
  if (!response.headers.get("content-type")?.includes("text/html")) return response;
  const { shell, fills } = rendered;
  // Only an error page shows its request id; every other page must be the same for everyone.
  const sent = response.status >= 500 ? { ...shell, html: shell.html.replaceAll(requestIdMark, requestId) } : shell;
  const headers = new Headers(response.headers);
  const isCacheable = !headers.get("cache-control")?.includes("no-store");
  // A page that is sent once can have any nonce.
  const nonce = isCacheable ? nonceOf([digestOf(sent), ...fills], await readNonceKey()) : nonceMark;
  const split = splitUp(sent, { readFile: site.isDevelopment ? undefined : readFile, isShared: fills.length > 0 });
  const allowed = { ...(isSelling && { checkoutUrl }), ...(frame && { frame }) };
  const policy = site.isDevelopment ? developmentPolicy : pagePolicy({ nonce, hasStyle: split.hasStyle, ...allowed });
  headers.set("content-security-policy", policy);
  headers.set("permissions-policy", pagePermissions(allowed));
  if (response.status !== 200 && !isMissingPage(target)) headers.set("cache-control", "no-store");
  if (response.status === 503) headers.set("retry-after", retryAfterSeconds);
  return { status: response.status, headers, parts: fillIn(split, { nonce, fills }) };
}

const parsed = new WeakMap<CacheEntry, object>();

/** Many pages ask for the same answer, which is parsed once. Nobody may change what they share. */
function sharedAnswer(entry: CacheEntry): Response {
  const body = parsed.get(entry) ?? freeze(JSON.parse(entry.body.toString()) as object);
  parsed.set(entry, body);
  const response = new Response(null, { status: entry.status, headers: entry.headers });
  return Object.defineProperty(response, "json", { value: async () => body });
}

/** With it a page names the address that it shows in a frame. It is not sent to browsers. */
const frameHeader = "x-page-frame";

/**
 * The same page has the same nonce in every process, so that its ETag is the same too. Nobody can write a page that contains
 * its own nonce: that would change the nonce.
 */
function nonceOf(page: string[], key: string): string {
  const hmac = createHmac("sha256", key);
  for (const part of page) hmac.update(part);
  return hmac.digest("base64url").slice(0, 24);
}

const handlers = new WeakMap<ServerBuild, ReturnType<typeof createRequestHandler>>();

function handlerOf(build: ServerBuild, { isDevelopment }: Site) {
  const handler = handlers.get(build) ?? createRequestHandler(build, isDevelopment ? "development" : "production");
  handlers.set(build, handler);
  return handler;
}

/**
 * HEAD needs the page of GET, only without its body. Without the headers and the signal of this visitor: others get the same page,
 * and may wait for it when this one has left.
 */
function pageRequest({ url }: Request, target: string): Request {
  return new Request(new URL(url).origin + target);
}
