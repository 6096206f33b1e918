import { brotliDecompressSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { createRequestHandler, type RouterContext, RouterContextProvider } from "react-router";
import { afterAll, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { testInstitute } from "../test/institute.ts";
import { freePort } from "../test/other-postgres.ts";
import { listenForContent } from "./content-listener.ts";
import { builtSite } from "./pages.ts";
import { listen } from "./server.ts";

const site = await builtSite();
const institute = await testInstitute({ site });
const listener = listenForContent({
  connection: institute.connection,
  cache: institute.cache,
  log: institute.deps.log,
});
await listener.ready;
afterAll(() => listener.stop());
const visitor = institute.visitor();

test("the server renders the whole page, and its policy allows only inline scripts with its nonce", async () => {
  const response = await visitor.request("/onlinecourses");
  const html = await response.text();
  expect(html).toContain("Python Full Stack");
  expect(html).toContain("₹29,999");
  const policy = response.headers.get("content-security-policy") ?? "";
  const [, nonce = ""] = /script-src 'self' 'nonce-([\w-]{24})'/.exec(policy) ?? [];
  const scripts = [...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld))[^>]*>/g)].map(([tag]) => tag);
  expect(scripts.length).toBeGreaterThan(0);
  for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
  expect(policy).not.toMatch(/unsafe|sha256/);
});

test("the nonce of a page follows from its content, or is a new one: no content can contain its own", async () => {
  const nonceOf = async (path: string) =>
    /'nonce-([\w-]+)'/.exec((await visitor.request(path)).headers.get("content-security-policy") ?? "")?.[1] ?? "";
  const nonces = [await nonceOf("/onlinecourses?q=a"), await nonceOf("/onlinecourses?q=b")];
  expect(new Set(nonces).size).toBe(2);
  // Somebody who has seen the nonce of a page puts it into the page: then the page has another one.
  const words = encodeURIComponent(`<script nonce="${nonces[0]}">alert(1)</script>`);
  expect(await nonceOf(`/onlinecourses?q=${words}`)).not.toBe(nonces[0]);
});

test("the same page from another process has the same ETag", async () => {
  const other = institute.build();
  other.cache.setContact("listening");
  const tags = await Promise.all([visitor.request("/onlinecourses"), other.app.request("/onlinecourses")]);
  expect(tags[0]?.headers.get("etag")).toBe(tags[1]?.headers.get("etag"));
});

test("a page is the same whether it was drawn as a whole or in the shell of a page before", async () => {
  const [python, sql, java] = ["/onlinecourses?q=python", "/onlinecourses?q=sql", "/onlinecourses?q=java"];
  const { app, cache } = institute.build();
  cache.setContact("listening");
  // Who asks for a search again gets its ETag.
  const read = async (path: string) => {
    const first = await (await app.request(path)).text();
    const again = await app.request(path);
    expect(await again.text()).toBe(first);
    return `${again.headers.get("etag")} ${first}`;
  };
  const readAll = async (...paths: string[]) => {
    // A shell is kept by data that is in memory: the first page brings it there.
    cache.purge();
    await read("/services");
    const pages: Record<string, string> = {};
    for (const path of paths) pages[path] = await read(path);
    return pages;
  };
  const pages = await readAll(python, sql, java);
  expect(await readAll(java, python, sql)).toEqual(pages);
  expect(pages[java]).toMatch(/^W\/"/);
  expect(pages[java]).toContain("</footer>");
  expect(pages[java]).toContain("Privacy");
});

test("the second search is drawn in the shell of the first one", async () => {
  const build = await site.load();
  type Page = { shell: object; fills: string[] };
  const { fetchContext, reportContext, policyContext } = build.entry.module as unknown as {
    fetchContext: RouterContext<(address: string) => Promise<Response>>;
    reportContext: RouterContext<(error: unknown) => void>;
    policyContext: RouterContext<{ nonce: string; takePage(page: Page): void }>;
  };
  const answers = new Map<string, object>();
  const search = async (words: string) => {
    const context = new RouterContextProvider();
    const found: Page[] = [];
    context.set(reportContext, (error) => expect(error).toBeUndefined());
    context.set(policyContext, { nonce: `nonce-of-${words}`, takePage: (page) => found.push(page) });
    context.set(fetchContext, async (address) => {
      const answer = answers.get(address) ?? (await (await visitor.request(address)).json());
      answers.set(address, answer);
      return Object.defineProperty(new Response(), "json", { value: async () => answer });
    });
    await createRequestHandler(build, "production")(new Request(`http://page/onlinecourses?q=${words}`), context);
    return found[0];
  };
  // Parts whose script comes later are drawn as a whole the first time.
  await search("react");
  const [first, second] = [await search("python"), await search("sql")];
  expect(second?.shell).toBe(first?.shell);
  expect(second?.fills[1]).toContain("SQL");
});

test("with a real provider only the pages that sell allow its servers, and the others load these as documents", async () => {
  const checkoutUrl = "https://checkout.razorpay.com/v1/checkout.js";
  const { app } = buildApp({ ...institute.deps, payments: { ...institute.deps.payments, checkoutUrl } }, { site });
  const ask = async (path: string) => {
    const response = await app.request(path);
    const names = ["content-security-policy", "permissions-policy"];
    const policies = names.map((name) => response.headers.get(name)).join(" ");
    return { policies, listsOthers: (await response.text()).includes("otherDocuments=[") };
  };
  for (const path of [
    "/onlinecourses/viewdetails/sql?batchTime=1-2",
    "/webinar/first-api",
    "/dashboard/viewdetails/sql",
    "/pay/no-such-link",
  ])
    expect(await ask(path), path).toEqual({ policies: expect.stringContaining("razorpay"), listsOthers: false });
  for (const path of [
    "/",
    "/onlinecourses",
    "/login",
    "/dashboard/mycourses",
    "/webinarview",
    "/webinar/user/join/x",
    "/none",
  ])
    expect(await ask(path), path).toEqual({
      policies: expect.not.stringMatching(/razorpay|unsafe/),
      listsOthers: true,
    });
  expect(await (await visitor.request("/")).text()).not.toContain("otherDocuments=[");
});

test("only the contact page with an open map allows the map's host, and browsers do not see how it was named", async () => {
  const ask = async (path: string) => {
    const { headers } = await visitor.request(path);
    expect(headers.get("x-page-frame")).toBeNull();
    return headers.get("content-security-policy")?.includes("https://www.openstreetmap.org") ?? false;
  };
  expect(await ask("/contactus?map=1")).toBe(true);
  expect([await ask("/contactus"), await ask("/?map=1"), await ask("/contactus.data?map=1")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("the router in the browser gets the routes and data it asks for, and the data of a path with a slash at its end", async () => {
  const { version } = (await site.load()).assets;
  const manifest = await visitor.request(`/__manifest?paths=%2Faboutus&version=${version}`);
  expect(await manifest.json()).toHaveProperty("rooms/site/about");
  const outdated = await visitor.request("/__manifest?paths=%2Faboutus&version=of-the-release-before");
  expect([outdated.status, outdated.headers.has("x-remix-reload-document")]).toEqual([204, true]);
  for (const path of ["/_.data", "/services.data", "/services/_.data", "/verify/e_certificate/_.data"])
    expect([path, (await visitor.request(path)).status]).toEqual([path, 200]);
});

test.each(["/", "/onlinecourses.data", "/_.data"])(
  "%s is cached, compressed, and answered 304 when its ETag matches",
  async (path) => {
    const first = await visitor.request(path, { headers: { "accept-encoding": "br" } });
    expect(first.status).toBe(200);
    if (first.headers.get("content-encoding") === "br")
      expect(brotliDecompressSync(await first.arrayBuffer()).length).toBeGreaterThan(1000);
    const again = await visitor.request(path, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  },
);

test("a HEAD request does not cache an empty page", async () => {
  institute.cache.purge();
  const head = await visitor.request("/onlinecourses", { method: "HEAD" });
  expect(await head.text()).toBe("");
  expect((await (await visitor.request("/onlinecourses")).text()).length).toBeGreaterThan(5000);
});

test("an address that looks like the data of another page does not replace that data", async () => {
  const path = "/onlinecourses/viewdetails/node.js/Node.js-training-in-pondicherry.data";
  await visitor.request(`${path}/`);
  expect((await visitor.request(path)).headers.get("content-type")).toContain("text/x-script");
});

test("a path that cannot be decoded is a missing page, and personal data in a path is not logged", async () => {
  institute.logged.length = 0;
  for (const path of ["/register/9876543210%ff", "/x/anna%40example.com", "/x/98765.43210", "/x/(98765)43210"]) {
    expect((await visitor.request(path)).status).toBe(404);
  }
  expect(JSON.stringify(institute.logged)).not.toMatch(/98765|anna/);
});

test("a page shows a content change as soon as it is committed", async () => {
  const page = () => visitor.request("/onlinecourses").then((response) => response.text());
  expect(await page()).not.toContain("Python by the sea");
  await institute.db.execute(sql`update course set name = 'Python by the sea' where course_id = 'python'`);
  await expect.poll(page).toContain("Python by the sea");
});

test("an unknown page and an unknown course are 404 within the site's layout, and browsers do not store them", async () => {
  for (const path of ["/no/such/page", "/onlinecourses/viewdetails/cobol"]) {
    const response = await visitor.request(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const html = await response.text();
    expect(html).toContain("<title>404 Page Not Found</title>");
    expect(html).toContain("Shoreline Academy");
  }
});

test("unknown addresses of the console share a page of its own", async () => {
  institute.cache.purge();
  const { app, cache } = institute.build();
  cache.setContact("listening");
  for (let n = 0; n < 3; n++) {
    const response = await app.request(`/staff/unknown/${n}`);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain("<title>Staff</title>");
    expect(html).not.toContain("404 Page Not Found");
  }
  // The page, and the answer of /api/site for what surrounds it.
  expect(cache.entries()).toBe(2);
});

test("all unknown addresses share one rendered page, and unknown parameters change no page", async () => {
  institute.cache.purge();
  const { app, cache } = institute.build();
  cache.setContact("listening");
  const bodies = new Set<string>();
  for (let n = 0; n < 50; n++) {
    const response = await app.request(`/unknown/${n}/%ff?x=${n}`, { headers: { "if-none-match": "*" } });
    expect(response.status).toBe(404);
    bodies.add(await response.text());
  }
  expect(bodies.size).toBe(1);
  for (let n = 0; n < 50; n++) expect((await app.request(`/unknown/${n}.data?_routes=${n}`)).status).toBe(404);
  // The page, its data, and the answer of /api/site for the layout.
  expect(cache.entries()).toBe(3);
  for (const path of ["/services", "/services?x=1", "/services?X", "/services?utm_source=a&y=2&&"])
    expect((await app.request(path)).status).toBe(200);
  expect(cache.entries()).toBeLessThanOrEqual(5);
  const readWithoutNonce = async (path: string) =>
    (await (await app.request(path)).text()).replace(/nonce="[\w-]{24}"/g, "");
  expect(await readWithoutNonce("/onlinecourses?x=1&q=python&z")).toBe(
    await readWithoutNonce("/onlinecourses?q=python"),
  );
});

test.each([
  ["8,000 segments", `/${"a/".repeat(8000)}`],
  ["21 segments", "/a".repeat(21)],
  ["a segment of 1,025 characters", `/${"a".repeat(1025)}`],
  ["a query of 3,000 characters", `/services?q=${"a".repeat(3000)}`],
])("an address with %s is refused before it is rendered", async (_, path) => {
  const response = await visitor.request(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json"]);
});

test("an address that asks for many pages that are not cached is told to wait", async () => {
  const { app, cache } = institute.build();
  cache.setContact("listening");
  const ask = (path: string, remoteAddress: string) =>
    app.request(path, {}, { incoming: { socket: { remoteAddress }, headers: {} } as never });
  const flood = Array.from({ length: 400 }, (_, n) => ask(`/onlinecourses.data?q=${n}`, "198.51.100.1"));
  expect((await ask("/services", "198.51.100.2")).status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
  expect(statuses.slice(100)).toEqual(Array(300).fill(429));
  // What is cached costs nothing and is never refused.
  expect((await ask("/onlinecourses.data?q=1", "198.51.100.1")).status).toBe(200);
});

test("while the database is down a page shows an error with its request id; afterwards it works again", async () => {
  const state = { isDown: true };
  const pool = institute.pool;
  const flaky = new Proxy(institute.db, {
    get(target, name) {
      if (state.isDown) throw new Error("the database is gone");
      return Reflect.get(target, name);
    },
  });
  const { app } = buildApp({ ...institute.deps, db: flaky, pool }, { site });
  const down = await app.request("/onlinecourses");
  const html = await down.text();
  expect(down.status).toBe(500);
  expect(html).toContain("Something went wrong");
  const id = down.headers.get("x-request-id") ?? "none";
  expect(html).toContain(id);
  expect(html).not.toContain("the database is gone");
  expect(institute.logged).toContainEqual(expect.objectContaining({ requestId: id, msg: "request failed" }));
  state.isDown = false;
  expect((await app.request("/onlinecourses")).status).toBe(200);
});

test("every page of a demonstration says that it is one", async () => {
  const { app } = buildApp({ ...institute.deps, isDemo: true }, { site });
  for (const path of ["/", "/onlinecourses", "/no/such/page"])
    expect(await (await app.request(path)).text()).toContain("This is a demonstration");
  expect(await (await visitor.request("/")).text()).not.toContain("This is a demonstration");
});

test("files with a hash in their name are immutable, and files are sent compressed", async () => {
  const html = await (await visitor.request("/")).text();
  const [script = ""] = /\/assets\/react-dom[^"]+\.js/.exec(html) ?? [];
  const response = await visitor.request(script, { headers: { "accept-encoding": "gzip, br" } });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await visitor.request("/icon.svg")).headers.get("cache-control")).toBe("public, max-age=3600");
  for (const path of ["/assets/none.js", "/assets/..%2f..%2fserver/index.js", "/.sources"])
    expect((await visitor.request(path)).status).toBe(404);
});

test("the fast path sends cached answers with the same headers as the app, and knows its limits", async () => {
  const port = Number(await freePort());
  const http = await listen(institute.app, { host: "127.0.0.1", port, fastPath: institute.fastPath });
  const script = /\/assets\/entry[^"]+\.js/.exec(await (await visitor.request("/")).text())?.[0] ?? "";
  for (const path of ["/", "/?utm_source=x", "/api/course", script, "/pictures/courses/sql.svg", "/_.data"]) {
    await visitor.request(path, { headers: { "accept-encoding": "br" } });
    const [direct, through] = [
      await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": "br" } }),
      await visitor.request(path, { headers: { "accept-encoding": "br" } }),
    ];
    const own = (response: Response) =>
      Object.fromEntries(
        [...response.headers].filter(([name]) => !["date", "connection", "keep-alive", "x-request-id"].includes(name)),
      );
    expect(own(direct)).toEqual(own(through));
    expect(direct.headers.get("x-request-id")).toMatch(/^[\w-]{12}$/);
    expect((await direct.text()).length).toBeGreaterThan(100);
    const known = { "if-none-match": direct.headers.get("etag") ?? "" };
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { headers: known })).status).toBe(304);
  }
  const statusOf = async (query: number) =>
    (await fetch(`http://127.0.0.1:${port}/?${"x".repeat(query)}`, { headers: { "accept-encoding": "br" } })).status;
  expect([await statusOf(2040), await statusOf(2048), await statusOf(2049)]).toEqual([200, 200, 404]);
  const paths = institute.logged.filter((line) => line.msg === "request").map((line) => line.path);
  expect(paths).toContain(script);
  await http.stop();
});

test("a page refuses any method but GET and HEAD", async () => {
  const response = await visitor.request("/onlinecourses", { method: "POST", body: "x" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("pages of an institute with colours of its own carry them, and the policy allows no other style", async () => {
  expect(await (await visitor.request("/aboutus")).text()).not.toContain("html:root{");
  const colours = JSON.stringify({ colours: { main: "#7a1f3d", accent: "#e8b04a" } });
  await institute.db.execute(
    sql`update institute set profile = jsonb_set(profile, '{brand}', profile->'brand' || ${colours}::jsonb)`,
  );
  await expect.poll(async () => (await visitor.request("/services")).text()).toContain("--sea:#7a1f3d");
  const response = await visitor.request("/services");
  const html = await response.text();
  const [, nonce] = /<style nonce="([\w-]{24})">html:root{[^<]*<\/style>/.exec(html) ?? [];
  expect(response.headers.get("content-security-policy")).toContain(`style-src 'self' 'nonce-${nonce}';`);
  expect(html).toMatch(/<meta name="theme-color" content="#(?!0b1622)\w{6}" media="\(prefers-color-scheme: dark\)"\/>/);
  const manifest = await (await visitor.request("/manifest.webmanifest")).json();
  expect(manifest.theme_color).not.toBe("#0a3357");
});
