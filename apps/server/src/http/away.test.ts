import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { openDatabase } from "../db/connect.ts";
import { contactEnquiry } from "../db/tables/lead.ts";
import { testInstitute } from "../test/institute.ts";
import { testLine } from "../test/line.ts";
import { listenForContent } from "./content-listener.ts";
import { builtSite } from "./pages.ts";

const institute = await testInstitute();
const line = await testLine(institute.connection);
const opened = openDatabase(line.connection);
const { app, cache } = buildApp({ ...institute.deps, ...opened }, { site: await builtSite() });
// A busy machine answers late, and is not away.
const times = { beatMs: 50, answerMs: 1500, retryMs: 50 };
const { connection } = line;
const listener = listenForContent({ connection, cache, log: institute.deps.log, times, setLine: opened.setLine });
await listener.ready;

const enquiry = {
  attemptId: "5f0f4c2e-6a53-4b63-9c39-3a8b6c1d2e4f",
  enquiryFor: "Courses",
  fullName: "Asha Rao",
  mobileNumber: "9876543210",
  email: "asha@example.com",
  query: "When does the next batch start?",
  page: "/contact",
};
const post = (path: string, body: object, env?: object) =>
  app.request(
    path,
    { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    env,
  );
const send = () => post("/api/contact", enquiry);
const visitor = { incoming: { socket: { remoteAddress: "10.1.2.3" }, headers: {} } };

test.for(["refuse", "swallow"] as const)(
  "while the database is away (%s), kept pages are served, everything else is 503; then all is well again",
  { timeout: 30_000 },
  async (fault) => {
    // While the listener is in doubt nothing is kept.
    await expect
      .poll(async () => {
        for (const path of ["/", "/api/course"]) expect((await app.request(path)).status).toBe(200);
        return [cache.find("/"), cache.find("/api/course")].every(Boolean);
      })
      .toBe(true);
    const before = await (await app.request("/")).text();
    line[fault]();
    await expect
      .poll(async () => (await app.request("/")).headers.get("cache-status"), { timeout: 10_000 })
      .toContain("stale");
    expect(await (await app.request("/")).text()).toBe(before);
    expect((await app.request("/api/course")).status).toBe(200);

    const page = await app.request("/onlinecourses?q=never+asked+before");
    expect(page.status).toBe(503);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("retry-after")).toMatch(/^\d+$/);
    const refused = await send();
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    // Without an address nothing is counted first: the handler had begun.
    expect(await refused.json()).toMatchObject({ code: "UNCERTAIN" });
    expect(await (await post("/api/contact", enquiry, visitor)).json()).toMatchObject({ code: "UNAVAILABLE" });
    const headers = { authorization: "Bearer none", "content-type": "application/json" };
    expect((await app.request("/api/notification", { method: "POST", headers, body: "{}" })).status).toBe(503);

    await institute.db.execute(sql`update course set name = name || '!' where course_id = 'python'`);
    line.pass();
    await expect.poll(async () => (await send()).status, { timeout: 10_000 }).toBe(200);
    await expect
      .poll(async () => (await app.request("/onlinecourses?q=python")).headers.get("cache-status"), { timeout: 10_000 })
      .toBeNull();
    expect(await institute.db.$count(contactEnquiry)).toBe(1);
  },
);

test("a restart of some seconds is not noticed: requests wait for it", async () => {
  line.refuse();
  await expect.poll(() => opened.pool.totalCount).toBe(0);
  const waiting = [send(), app.request("/onlinecourses?q=another")];
  setTimeout(() => line.pass(), 1500);
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  await listener.stop();
  await opened.pool.end();
  await line.stop();
});
