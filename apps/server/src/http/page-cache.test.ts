import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { testInstitute } from "../test/institute.ts";
import { testLine } from "../test/line.ts";
import { listenForContent } from "./content-listener.ts";
import type { AppEnv } from "./env.ts";
import { createPageCache } from "./page-cache.ts";

const body = `<p>${"sea and sand ".repeat(200)}</p>`;

/** A site that counts its renderings. */
function countingSite({
  maxBytes = 1_000_000,
  render = async () => new Response(body, { headers: { "content-type": "text/html" } }),
} = {}) {
  const cache = createPageCache({ maxBytes });
  cache.setContact("listening");
  const app = new Hono<AppEnv>();
  const counts = { renders: 0 };
  app.get("*", (c) =>
    cache.answer(c, () => {
      counts.renders++;
      return render();
    }),
  );
  return { cache, counts, get: (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }) };
}

test("a page is rendered once and then answered from memory, with or without campaign parameters", async () => {
  const { counts, get } = countingSite();
  for (const path of ["/a", "/a", "/a?utm_source=x&fbclid=y"]) expect(await (await get(path)).text()).toBe(body);
  expect(counts.renders).toBe(1);
  await get("/a?field=web");
  expect(counts.renders).toBe(2);
});

test("different addresses never share a cache entry", async () => {
  const { counts, get } = countingSite();
  const paths = ["/a?q=1", "/a?q=1?2", "/a%3Fq=1", "/a?q=1&q=2", "/a/", "/a//"];
  for (const path of paths) await get(path);
  expect(counts.renders).toBe(paths.length);
});

test("a search that is asked for again is answered from memory, and no number of searches displaces other pages", async () => {
  const { counts, get } = countingSite({ maxBytes: 400_000 });
  await get("/a");
  for (const path of ["/b?q=sea", "/b?q=sea"]) expect(await (await get(path)).text()).toBe(body);
  expect(counts.renders).toBe(2);
  for (let n = 0; n < 100; n++) await get(`/b?q=${n}`);
  await get("/a");
  expect(counts.renders).toBe(102);
  await get("/b?q=sea");
  expect(counts.renders).toBe(103);
});

test("many requests at once share one rendering", async () => {
  const { counts, get } = countingSite();
  await Promise.all(Array.from({ length: 50 }, () => get("/a")));
  expect(counts.renders).toBe(1);
});

test("brotli, gzip and plain share one ETag, and a matching ETag is answered 304", async () => {
  const { get } = countingSite();
  const [br, gz, plain, none] = await Promise.all(
    ["gzip, deflate, br", "gzip", "identity", "br;q=0, gzip;q=0"].map((accepted) =>
      get("/a", { "accept-encoding": accepted }),
    ),
  );
  expect(brotliDecompressSync((await br?.arrayBuffer()) ?? "").toString()).toBe(body);
  expect(gunzipSync((await gz?.arrayBuffer()) ?? "").toString()).toBe(body);
  expect(await plain?.text()).toBe(body);
  expect(none?.headers.get("content-encoding")).toBeNull();
  expect(br?.headers.get("vary")).toBe("accept-encoding");
  const etag = br?.headers.get("etag") ?? "";
  expect(gz?.headers.get("etag")).toBe(etag);
  const again = await get("/a", { "if-none-match": `"other", ${etag.slice(2)}` });
  expect(again.status).toBe(304);
  expect(again.headers.get("content-type")).toBe("text/html");
  expect(await again.text()).toBe("");
});

test("a rendering that began before a purge is not cached after it", async () => {
  const gate = Promise.withResolvers<void>();
  const { cache, counts, get } = countingSite({ render: () => gate.promise.then(() => new Response(body)) });
  const early = get("/a");
  cache.purge();
  gate.resolve();
  await early;
  await get("/a");
  expect(counts.renders).toBe(2);
});

test("errors and missing pages are not cached, and every request gets its own answer", async () => {
  let made = 0;
  const { cache, get } = countingSite({ render: async () => new Response(`no ${++made}`, { status: 404 }) });
  const both = await Promise.all([get("/a"), get("/a")]);
  expect((await Promise.all(both.map((response) => response.text()))).sort()).toEqual(["no 1", "no 2"]);
  expect(cache.entries()).toBe(0);
});

test("memory is bounded: the least recently used page goes first", async () => {
  const { cache, counts, get } = countingSite({ maxBytes: 60_000 });
  for (let n = 0; n < 100; n++) await get(`/${n}`);
  expect(cache.entries()).toBeLessThan(12);
  await get("/99");
  expect(counts.renders).toBe(100);
});

test("nothing is cached while the cache cannot hear of content changes", async () => {
  const { cache, counts, get } = countingSite();
  cache.setContact("in doubt");
  await get("/a");
  await get("/a");
  expect(counts.renders).toBe(2);
});

test("a change committed by any process makes pages outdated; the listener reconnects when its connection breaks", async () => {
  const institute = await testInstitute();
  const { cache, get } = countingSite();
  const isFresh = () => cache.find("/a") !== undefined;
  const listener = listenForContent({ connection: institute.connection, cache, log: institute.deps.log });
  await listener.ready;
  await get("/a");
  expect(isFresh()).toBe(true);
  await institute.db.execute(sql`update course set name = name || '!' where course_id = 'python'`);
  await expect.poll(isFresh).toBe(false);

  await get("/a");
  await institute.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query in ('listen content', 'select') and pid <> pg_backend_pid() and datname = current_database()`,
  );
  await expect.poll(isFresh).toBe(false);
  await expect.poll(async () => (await get("/a")) && isFresh(), { timeout: 5000 }).toBe(true);
  await institute.db.execute(sql`update course set name = name || '!' where course_id = 'python'`);
  await expect.poll(isFresh).toBe(false);
  await listener.stop();
});

const times = { beatMs: 20, answerMs: 150, retryMs: 20 };

test("a line that dies without a word is noticed: nothing counts as fresh, and every connection is closed", async () => {
  const institute = await testInstitute();
  const line = await testLine(institute.connection);
  const { cache, get } = countingSite();
  const lines: boolean[] = [];
  const { connection } = line;
  const setLine = (isAlive: boolean) => void lines.push(isAlive);
  const listener = listenForContent({ connection, cache, log: institute.deps.log, times, setLine });
  await listener.ready;
  await get("/a");
  line.swallow();
  await expect.poll(() => cache.find("/a"), { timeout: 5000 }).toBeUndefined();
  expect(lines).toEqual([true, false]);

  await institute.db.execute(sql`update course set name = name || '!' where course_id = 'python'`);
  line.pass();
  await expect.poll(async () => (await get("/a")) && cache.find("/a") !== undefined, { timeout: 5000 }).toBe(true);
  await listener.stop();
  await line.stop();
});

test("while the database is away, a page that was kept is sent and marked as stale; a page that was not is an error", async () => {
  let isDown = false;
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const { cache, counts, get } = countingSite({
    render: async () => {
      if (isDown) throw away;
      return new Response(body, { headers: { "content-type": "text/html" } });
    },
  });
  const [kept] = [await get("/a"), await get("/b")];
  expect(kept.headers.get("cache-status")).toBeNull();
  cache.purge(); // it is outdated, but better than nothing
  isDown = true;
  for (const contact of ["in doubt", "away"] as const) {
    cache.setContact(contact);
    const stale = await get("/a");
    expect(stale.status).toBe(200);
    expect(stale.headers.get("cache-status")).toBe("pages; hit; detail=stale");
    expect(await stale.text()).toBe(body);
    expect((await get("/new")).status).toBe(500); // this little site has no error handler
  }
  const { renders } = counts;
  await get("/b");
  expect(counts.renders).toBe(renders); // nothing is tried while the database is known to be away

  isDown = false;
  cache.setContact("listening");
  expect((await get("/a")).headers.get("cache-status")).toBeNull();
  expect(counts.renders).toBe(renders + 1);
});

test("what a handler reads of the content is read again after a change, and every time while a change may be missed", async () => {
  const { cache } = countingSite();
  let reads = 0;
  const readFields = async () => ++reads;
  const read = () => cache.oncePerContent(readFields, null);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  cache.purge();
  expect([await read(), await read()]).toEqual([2, 2]);
  cache.setContact("in doubt");
  expect([await read(), await read()]).toEqual([3, 4]);
  cache.setContact("listening");
  let isAway = true;
  const readAll = async () => {
    if (isAway) throw new Error("away");
    return "works again";
  };
  await expect(cache.oncePerContent(readAll, null)).rejects.toThrow("away");
  isAway = false;
  expect(await cache.oncePerContent(readAll, null)).toBe("works again");
});

test("what was being read while the content changed is not kept", async () => {
  const { cache } = countingSite();
  const reads = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let count = 0;
  const read = () => reads[count++]?.promise ?? Promise.resolve("");
  const before = cache.oncePerContent(read, null);
  cache.purge();
  reads[0]?.resolve("old");
  expect(await before).toBe("old");
  reads[1]?.resolve("new");
  expect(await cache.oncePerContent(read, null)).toBe("new");
});
