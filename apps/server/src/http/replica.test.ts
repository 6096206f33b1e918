import { randomUUID } from "node:crypto";
import { allRoutes, api, type Endpoint, splitRoute } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { openReplica, type ReadServer } from "../db/replica.ts";
import { countQueries } from "../test/count-queries.ts";
import { testInstitute } from "../test/institute.ts";
import { newLearner } from "../test/learner.ts";
import { startReplicated } from "../test/replicated.ts";
import { newStaff } from "../test/staff.ts";
import { listenForContent } from "./content-listener.ts";
import { builtSite } from "./pages.ts";

const servers = await startReplicated();
afterAll(servers.stop);
const institute = await testInstitute({ server: servers.primary });
const { db, connection, pool } = institute;
const { log } = institute.deps;
await servers.catchUp();

/** Which server answered, call by call. */
const asked: ReadServer[] = [];
// No beats: they would be counted as round trips.
const times = { beatMs: 600_000, answerMs: 5000, retryMs: 100 };
const settings = { connection: { ...connection, host: servers.standby.host }, primary: pool, log, times };
// A busy machine may need a while for a test that has paused the replica.
const replica = openReplica({ ...settings, count: (server) => void asked.push(server), maxLagSeconds: 3600 });
const { app, cache } = institute.build({ replica, site: await builtSite() });
const listener = listenForContent({ connection, cache, log, replica, times });
await Promise.all([replica.ready, listener.ready]);
afterAll(async () => {
  await listener.stop();
  await replica.stop();
});
afterEach(() => servers.resume().catch(() => {}));

const meera = await newStaff(institute, ["owner"]);
const anand = await newStaff(institute, ["owner"], "Anand");

function get(path: string, cookie = meera.cookie, to = app) {
  return to.request(path, { headers: { cookie } });
}

function post(path: string, body: object, cookie = meera.cookie, to = app) {
  const headers = { cookie, "content-type": "application/json" };
  return to.request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The cookie that remembers what the browser wrote. */
function writtenBy(answer: Response): string {
  return /^written=[^;]+/.exec(answer.headers.get("set-cookie") ?? "")?.[0] ?? "";
}

/** A paused replica shows all that was there before, and nothing later. */
async function pauseReplica() {
  await servers.catchUp();
  await servers.pause();
  asked.length = 0;
}

const newLead = () => ({ email: null, name: `Lead ${randomUUID()}`, number: `+9198${String(Date.now()).slice(-8)}` });

test("a list comes from the replica; who has just written sees it at once, from the primary", async () => {
  await pauseReplica();
  const lead = newLead();
  const added = await post("/api/staff/inbox", lead);
  expect(added.status).toBe(200);
  const written = writtenBy(added);
  expect(written).toMatch(/^written=[0-9A-F]+\/[0-9A-F]+$/);
  expect(added.headers.get("set-cookie")).toMatch(/; Path=\/api; Max-Age=600; HttpOnly; SameSite=Lax$/);
  expect(await (await get("/api/staff/inbox", `${meera.cookie}; ${written}`)).text()).toContain(lead.name);
  expect(await (await get("/api/staff/inbox", anand.cookie)).text()).not.toContain(lead.name);
  expect(asked).toEqual(["primary", "replica"]);
  await servers.resume();
  await servers.catchUp();
  expect(await (await get("/api/staff/inbox", `${meera.cookie}; ${written}`)).text()).toContain(lead.name);
  expect(asked).toEqual(["primary", "replica", "replica"]);
});

test("what a form has just stored is in the list, which then comes from the primary", async () => {
  await pauseReplica();
  const email = `${randomUUID()}@example.com`;
  await institute.visitor().lead.subscribe({ email });
  expect(await (await get("/api/staff/inbox", anand.cookie)).text()).toContain(email);
  expect(asked).toEqual(["primary"]);
});

test("a cookie that is not ours leads to the primary", async () => {
  for (const odd of ["", "x", "0/0'", "FFFFFFFF/FFFFFFFF", "0/0/0", "9".repeat(3000)]) {
    asked.length = 0;
    expect.soft((await get("/api/staff/inbox", `${meera.cookie}; written=${odd}`)).status, odd).toBe(200);
    expect.soft(asked, odd).toEqual(["primary"]);
  }
});

test("a page that is made after a change of content has the change, and so does the kept one", async () => {
  await pauseReplica();
  const path = "/onlinecourses?q=sql";
  const page = async () => (await app.request(path)).text();
  const name = `SQL ${randomUUID().slice(0, 8)}`;
  await db.execute(sql`update course set name = ${name} where course_id = 'sql'`);
  await expect.poll(page).toContain(name);
  expect(asked).toContain("primary");
  await servers.resume();
  await servers.catchUp();
  expect(await page()).toContain(name);
  asked.length = 0;
  expect(await (await app.request("/api/catalogue?q=sql")).text()).toContain(name);
  expect(asked).toEqual(["replica"]);
});

test("calls that are marked store nothing: the replica can answer each of them", async () => {
  const learner = await newLearner(institute);
  const webinar = (await db.execute(sql`select id from webinar limit 1`)).rows[0]?.id;
  await servers.catchUp();
  const paths: Record<string, string> = {
    "{month}": "2026-11",
    "{webinarId}": String(webinar),
    "{courseId}": "sql",
  };
  const marked = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([room, calls]) =>
    Object.entries(calls).flatMap(([name, { reads }]) => (reads ? [`${room}.${name}`] : [])),
  );
  const answers: string[] = [];
  for (const call of marked) {
    const [room = "", name = ""] = call.split(".");
    const route = (allRoutes as Record<string, Record<string, string>>)[room]?.[name] ?? "";
    const { method, path } = splitRoute(route);
    const address = path.replace(/\{\w+\}/g, (part) => paths[part] ?? part);
    asked.length = 0;
    const answer =
      method === "GET"
        ? await get(`${address}?words=an${name === "course" ? "&courseId=sql" : ""}`)
        : await postAs(learner.token, address);
    answers.push(`${call} ${answer.status} ${asked}`);
  }
  expect(answers.sort()).toEqual([
    "award.list 200 replica",
    "books.documents 200 replica",
    "books.month 200 replica",
    "course.catalogue 200 replica",
    "desk.course 200 replica",
    "desk.courses 200 replica",
    "desk.failed 200 replica",
    "desk.payments 200 replica",
    "desk.search 200 replica",
    "inbox.counts 200 replica",
    "inbox.list 200 replica",
    "lesson.search 404 replica",
    "refund.list 200 replica",
    "registrants.list 200 replica",
    "report.leads 200 replica",
    "staff.audit 200 replica",
  ]);
});

function postAs(token: string, path: string, to = app) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return to.request(path, { method: "POST", headers, body: JSON.stringify({ words: "loops" }) });
}

test("a replica that is too far behind is not asked", async () => {
  const counted: ReadServer[] = [];
  const late = openReplica({ ...settings, count: (server) => void counted.push(server), maxLagSeconds: 0 });
  const listening = listenForContent({ connection, cache, log, replica: late });
  await Promise.all([late.ready, listening.ready]);
  const built = institute.build({ replica: late });
  expect((await get("/api/staff/inbox", meera.cookie, built.app)).status).toBe(200);
  expect(counted).toEqual(["primary"]);
  await listening.stop();
  await late.stop();
});

test("without a replica no call asks for a position", async () => {
  const { token } = await newLearner(institute);
  const write = async (to: typeof app) => {
    const answer = await postAs(token, "/api/notification", to);
    expect(answer.status).toBe(200);
    return answer;
  };
  const without = await countQueries(() => write(institute.app));
  expect(await countQueries(() => write(app))).toBe(without + 1);
  expect(writtenBy(await write(app))).not.toBe("");
  expect((await write(institute.app)).headers.get("set-cookie")).toBeNull();
  const list = await countQueries(async () => get("/api/staff/inbox", meera.cookie, institute.app));
  expect(await countQueries(async () => get("/api/staff/inbox", `${meera.cookie}; written=x`))).toBe(list);
});

test("when the replica is killed, every call is answered by the primary", async () => {
  servers.killStandby();
  asked.length = 0;
  for (let n = 0; n < 10; n++) expect((await get("/api/staff/inbox")).status).toBe(200);
  expect(asked).toEqual(Array.from({ length: 10 }, () => "primary"));
});
