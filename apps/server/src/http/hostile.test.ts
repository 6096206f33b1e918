import { expect, test } from "vitest";
import { bodyWith, evilPieces, fieldsOf, listOperations, plausible } from "../test/hostile.ts";
import { testInstitute } from "../test/institute.ts";
import { newLearner } from "../test/learner.ts";
import { newStaff } from "../test/staff.ts";
import { builtSite } from "./pages.ts";

const site = await builtSite();
const institute = await testInstitute({ site });
institute.cache.setContact("listening");
const operations = listOperations();
const pages = ["/", "/onlinecourses", "/onlinecourses/viewdetails/", "/mcq/test/python/", "/webinar/user/join/", "/x/"];

const request = async (path: string, init: RequestInit = {}) => institute.app.request(path, init);

/**
 * The processor time of one request, in milliseconds: other programs on the machine do not count. Waiting does not count
 * either, and the event loop stands still only while we compute.
 */
async function costOf(send: () => Promise<Response>): Promise<number> {
  const before = process.cpuUsage();
  const response = await send();
  await response.arrayBuffer();
  const { user, system } = process.cpuUsage(before);
  expect(response.status).toBeLessThan(500);
  return (user + system) / 1000;
}

const maxStandstillMs = 200;

/**
 * A costly answer is asked for again, a moment later: the first time may include compiling, cleaning the memory, or what a thread of this
 * process still does for another test.
 */
async function expectCheap(what: string, send: () => Promise<Response>): Promise<void> {
  let cost = await costOf(send);
  for (let tries = 0; cost > maxStandstillMs && tries < 4; tries++) {
    await new Promise((rest) => setTimeout(rest, 500));
    cost = await costOf(send);
  }
  expect([what, cost <= maxStandstillMs], `${what} took ${cost} ms`).toEqual([what, true]);
}

const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

test("long and deep paths are cheap, at every address", async () => {
  const roots = [...pages, ...operations.map(({ path }) => path.replace(/\{.*$/, ""))];
  for (const root of new Set(roots))
    for (const piece of ["a", "a/", "/", "../", "%2e%2e/", "%41", "%ff", "%00", ".", "%F0%9F%98%80/"])
      for (const length of [900, 16_000])
        await expectCheap(`${root} and ${length} of ${piece}`, () => request(root + repeated(piece, length)));
});

test("long queries are cheap", async () => {
  for (const root of [...pages, "/api/course", "/api/nothing"])
    for (const piece of ["a=1&", "q=a&", "&", "=", "?", "a[]=1&", "%00=&", "__proto__=1&", "utm_source=x&"])
      for (const length of [1900, 16_000])
        await expectCheap(`${root} with ${length} of ${piece}`, () => request(`${root}?${repeated(piece, length)}`));
  const { version } = (await site.load()).assets;
  const manyPaths = Array.from({ length: 1500 }, (_, n) => `/${n.toString(36)}`);
  for (const paths of [manyPaths, manyPaths.slice(0, 290), ["/a/b/c/d/e/f/g/h/i/j".repeat(350)]])
    for (const joined of [paths.join(","), paths.map(encodeURIComponent).join("%2C")])
      await expectCheap(`the routes of ${paths.length} paths`, () =>
        request(`/__manifest?version=${version}&paths=${joined.slice(0, 7600)}`),
      );
});

test("long headers are cheap", async () => {
  const names = ["accept", "accept-encoding", "accept-language", "authorization", "cookie", "if-none-match", "range"];
  for (const path of ["/", "/api/course", "/api/user", "/icon.svg", "/film/campus.mp4"])
    for (const name of [
      ...names,
      "content-type",
      "content-encoding",
      "user-agent",
      "x-forwarded-for",
      "upload-metadata",
    ])
      for (const piece of ["a", ",", "gzip,", "a;q=0.5, ", '"x", ', "bytes=0-1,", "Bearer ", "=", "1.1.1.1,"])
        await expectCheap(`${path} with ${name} of ${piece}`, () =>
          request(path, { headers: { [name]: repeated(piece, 7000).trim() } }),
        );
}, 60_000);

/** Somebody who may make this call: an owner in the console, a learner in the portal. */
async function caller({ path, isSignedIn }: (typeof operations)[number]) {
  if (path.startsWith("/api/staff/")) return (await newStaff(institute, ["owner"])).request;
  return isSignedIn ? (await newLearner(institute)).request : institute.visitor().request;
}

const longestBody = 900_000;
const manyFields = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`f${n}`, n])));

test("large values in any field of any call are cheap", async () => {
  for (const operation of operations) {
    const { method, path, body } = operation;
    if (!body) continue;
    const call = await caller(operation);
    const headers = { "content-type": "application/json" };
    const address = path.replace(/\{\w+\}/g, "x");
    const send = (text: string) => Promise.resolve(call(address, { method, headers, body: text }));
    const post = (sent: unknown) => send(JSON.stringify(sent));
    const fields = fieldsOf(body);
    const length = Math.min(100_000, Math.floor(longestBody / fields.length));
    // Each pattern in all fields at once, and plain text in each by itself: that may come further.
    for (const piece of evilPieces)
      await expectCheap(`${method} ${path} full of ${JSON.stringify(piece)}`, () =>
        post(plausible(body, repeated(piece, length))),
      );
    for (const field of fields)
      await expectCheap(`${method} ${path} with a long ${field.join(".")}`, () =>
        post(bodyWith(body, field, repeated("a", 100_000))),
      );
    await expectCheap(`${method} ${path} with many fields`, () => send(manyFields));
  }
}, 120_000);

test("deep and odd JSON is cheap", async () => {
  for (const { method, path } of operations.filter(({ body }) => body))
    for (const text of [
      `${"[".repeat(200_000)}`,
      `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
      `{"a":${"9".repeat(500_000)}}`,
    ])
      await expectCheap(`${method} ${path} with ${text.slice(0, 12)}`, () =>
        request(path.replace(/\{\w+\}/g, "x"), { method, headers: { "content-type": "application/json" }, body: text }),
      );
}, 60_000);

test("metrics show how long the event loop stands still", async () => {
  expect(await (await request("/metrics")).text()).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+/);
});
