// The recipe for nginx, started as an operator would, in front of stand-ins that count what reaches them.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endAll, waitUntil } from "../../faults/children.ts";
import { send } from "../../faults/http.ts";
import { hasTool } from "../../scripts/debian-tools.mjs";
import { startStub } from "../stub.ts";
import { visit } from "../visit.ts";
import { startRecipe } from "./start.ts";

const shared = { "cache-control": "public, no-cache", vary: "accept-encoding" };
const immutable = { "cache-control": "public, max-age=31536000, immutable" };
const forgedTrace = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
let version = 1;

async function answer(request: IncomingMessage, response: ServerResponse) {
  const say = (headers: Record<string, string>, text = `version ${version}`) =>
    response.writeHead(200, { ...headers, "content-length": text.length }).end(text);
  const [path = ""] = request.url?.split("?") ?? [];
  if (path === "/echo") return say({ "cache-control": "no-store" }, JSON.stringify(request.headers));
  if (path === "/cookie") return say({ ...shared, "set-cookie": "a=1" });
  if (path === "/own") return say({ "cache-control": "no-store" });
  if (path === "/silent") return say({});
  if (path === "/media/photos/a.webp") return say({ "cache-control": "private, no-cache" });
  if (path.startsWith("/assets/")) return say(immutable);
  if (request.method === "GET") {
    const etag = `W/"${version}"`;
    if (request.headers["if-none-match"] === etag) return response.writeHead(304, { ...shared, etag }).end();
    return say({ ...shared, etag });
  }
  let bytes = 0;
  request.on("data", (part: Buffer) => {
    bytes += part.length;
  });
  await once(request, "end");
  return say({ "cache-control": "no-store" }, `${bytes} bytes`);
}

describe.skipIf(!hasTool("nginx"))("nginx with our recipe", () => {
  let front: Awaited<ReturnType<typeof startRecipe>>;
  let stub: Awaited<ReturnType<typeof startStub>>;
  const ask = (path: string, more: object = {}) => visit(front.port, { path, ...more });
  const timesAsked = (path: string) => stub.asked.filter((one) => one === `GET ${path}`).length;

  beforeAll(async () => {
    stub = await startStub(answer);
    front = await startRecipe([stub.port]);
  });
  afterAll(endAll);

  test("HTTP leads to HTTPS, but for the proof that certbot shows", async () => {
    const plain = `http://127.0.0.1:${front.plainPort}`;
    const host = { host: "academy.example.com" };
    expect(await send(plain, { path: "/a?b=1", headers: host })).toMatchObject({
      status: 301,
      headers: { location: "https://academy.example.com/a?b=1" },
    });
    const proof = await send(plain, { path: "/.well-known/acme-challenge/proof", headers: host });
    expect([proof.status, String(proof.body)]).toEqual([200, "ours"]);
  });

  test("HTTP/2 answers the institute's name, and another name gets no certificate", async () => {
    expect((await ask("/")).status).toBe(200);
    expect((await ask("/", { name: "other.example.com" })).status).toBe(0);
    const other = await send(`http://127.0.0.1:${front.plainPort}`, { path: "/", headers: { host: "other" } });
    expect(other.status).toBe(0);
  });

  test("the product learns the visitor's address from nginx, whatever the visitor claims", async () => {
    const forged = { "x-forwarded-for": "1.2.3.4", "x-real-ip": "1.2.3.4", forwarded: "for=1.2.3.4" };
    const more = { "x-forwarded-proto": "http", "x-forwarded-host": "evil.example", traceparent: forgedTrace };
    const heard = JSON.parse((await ask("/echo", { headers: { ...forged, ...more } })).body);
    expect(heard).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "https",
      host: "academy.example.com",
    });
    expect(JSON.stringify(heard)).not.toMatch(/1\.2\.3\.4|evil|traceparent/);
  });

  test("uploads pass above nginx's usual megabyte, and each route has its limit", async () => {
    const body = Buffer.alloc(3 * 1024 * 1024);
    expect((await ask("/uploads/1", { method: "PATCH", body })).body).toBe(`${body.length} bytes`);
    expect((await ask("/files/1", { method: "PATCH", body })).body).toBe(`${body.length} bytes`);
    expect((await ask("/api/course", { method: "POST", body })).status).toBe(413);
    const claims = (bytes: number) => ({ method: "PATCH", headers: { "content-length": String(bytes) } });
    expect((await ask("/files/1", claims(17 * 1024 ** 2))).status).toBe(413);
    expect((await ask("/uploads/1", claims(4 * 1024 ** 3 + 1))).status).toBe(413);
  });

  test("a public page comes from the cache, still says no-cache, and is fresh again after five seconds", async () => {
    const first = await ask("/page");
    expect(first).toMatchObject({ body: "version 1", headers: { "cache-control": "public, no-cache" } });
    version = 2;
    const changedAt = Date.now();
    expect((await ask("/page")).body).toBe("version 1");
    expect(timesAsked("/page")).toBe(1);
    const tag = { headers: { "if-none-match": String(first.headers.etag) } };
    expect((await ask("/page", tag)).status).toBe(304);
    await waitUntil(async () => (await ask("/page")).body === "version 2", { seconds: 10, what: "the page is fresh" });
    expect(Date.now() - changedAt).toBeLessThan(9000);
    expect(timesAsked("/page")).toBe(2);
  });

  test("many visitors at once ask the product once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => ask("/crowd")));
    expect(timesAsked("/crowd")).toBe(1);
  });

  test.each([
    ["an answer that sets a cookie", "/cookie", {}],
    ["an answer that is not public", "/own", {}],
    ["an answer that says nothing about caching", "/silent", {}],
    ["a private picture", "/media/photos/a.webp", {}],
    ["a page for who sends a token", "/token", { authorization: "Bearer abc" }],
    ["a page for who sends a cookie", "/cookies", { cookie: "staff=abc" }],
    ["what somebody searches for", "/search?q=python", {}],
  ])("%s never comes from the cache", async (_, path, headers) => {
    for (let visits = 0; visits < 3; visits++) expect((await ask(path, { headers })).status).toBe(200);
    expect(timesAsked(path)).toBe(3);
  });

  test("who is signed in gets an answer of their own where a visitor's copy is kept, and leaves none behind", async () => {
    await ask("/both");
    await ask("/both", { headers: { authorization: "Bearer abc" } });
    await ask("/both");
    expect(timesAsked("/both")).toBe(2);
  });

  test("an asset is asked for once and never changes", async () => {
    const file = await ask("/assets/app-1a2b.js");
    expect(file.headers["cache-control"]).toBe(immutable["cache-control"]);
    const part = await ask("/assets/app-1a2b.js", { headers: { range: "bytes=0-2" } });
    expect([part.status, part.body]).toEqual([206, "ver"]);
    expect(timesAsked("/assets/app-1a2b.js")).toBe(1);
  });

  test.each(["/metrics", "/dev/outbox", "/dev"])("%s is not public", async (path) => {
    expect((await ask(path)).status).toBe(404);
    expect(timesAsked(path)).toBe(0);
  });
});

describe.skipIf(!hasTool("nginx"))("nginx with the location for a Prometheus on another machine", () => {
  afterAll(endAll);

  test.each([
    ["its address", "127.0.0.1", 200],
    ["any other", "192.0.2.10", 403],
  ])("answers %s", async (_, watcher, status) => {
    const stub = await startStub(answer);
    const location = (address: string, port: number, end = "") =>
      `{ allow ${address}; deny all; proxy_pass http://127.0.0.1:${port}${end}; }`;
    const { port } = await startRecipe(
      [stub.port],
      [
        ["  location = /metrics { return 404; }\n", ""],
        [
          `# location = /metrics ${location("192.0.2.10", 3000)}`,
          `location = /metrics ${location(watcher, stub.port)}`,
        ],
        [
          `# location = /metrics/3001 ${location("192.0.2.10", 3001, "/metrics")}`,
          `location = /metrics/3001 ${location(watcher, stub.port, "/metrics")}`,
        ],
      ],
    );
    for (const path of ["/metrics", "/metrics/3001"]) expect((await visit(port, { path })).status).toBe(status);
    expect(stub.asked.filter((one) => one === "GET /metrics")).toHaveLength(status === 200 ? 2 : 0);
  });
});

describe.skipIf(!hasTool("nginx"))("nginx in front of several processes", () => {
  afterAll(endAll);

  test("one stops: every GET is answered, a POST that was sent is not sent twice, and kept pages outlive the last", async () => {
    const breaks = await startStub((request, response) =>
      request.method === "POST" ? request.socket.destroy() : answer(request, response),
    );
    const works = await startStub(answer);
    const { port } = await startRecipe([breaks.port, works.port]);
    const posts = await Promise.all(Array.from({ length: 6 }, () => visit(port, { path: "/pay", method: "POST" })));
    const [broken = 0, carriedOut = 0] = [breaks, works].map(
      ({ asked }) => asked.filter((one) => one === "POST /pay").length,
    );
    expect(broken).toBeGreaterThan(0);
    expect(broken + carriedOut).toBe(6);
    expect(posts.filter(({ status }) => status === 503)).toHaveLength(broken);
    breaks.stop();
    for (let visits = 0; visits < 10; visits++)
      expect((await visit(port, { path: `/page-${visits}` })).status).toBe(200);
    const again = await Promise.all(Array.from({ length: 6 }, () => visit(port, { path: "/pay", method: "POST" })));
    expect(again.map(({ status }) => status)).toEqual(Array(6).fill(200));
    works.stop();
    expect((await visit(port, { path: "/page-1" })).body).toMatch(/^version/);
    const missing = await visit(port, { path: "/page-new" });
    expect([missing.status, missing.body]).toEqual([503, expect.stringContaining("Please try again")]);
  });

  test("an asset that only the newer process has is found there", async () => {
    const older = await startStub((_, response) => response.writeHead(404, { "cache-control": "no-store" }).end());
    const newer = await startStub(answer);
    const { port } = await startRecipe([older.port, newer.port]);
    const found = await Promise.all(["a", "b", "c"].map((name) => visit(port, { path: `/assets/${name}.js` })));
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
