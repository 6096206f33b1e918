import { afterAll, beforeAll, expect, test } from "vitest";
import { makeUnsyncedFolder, withoutSync } from "../apps/server/src/test/without-sync.ts";
import { buildSite } from "../scripts/build.mjs";
import { audit } from "./audit.ts";
import { startBalancer } from "./balancer.ts";
import { endAll, temporaryFolder, waitUntil } from "./children.ts";
import { openHistory, whyHomeAway } from "./history.ts";
import { send } from "./http.ts";
import { playRound } from "./round.ts";
import { openEmbedded, openExternal, type World } from "./world.ts";

// One round of each kind; `npm run faults` plays many, and more kinds.
const seed = 2026;
const crowd = { forms: 2, learners: 1, seats: 1 };
// Slow machines run these too: how fast things are is for `npm run faults` to say.
const few = { crowd, before: 8, after: 6, lastMomentInMs: 2000 };
const slowly = { longestInMs: 30_000 };

let alone: World;
let world: Awaited<ReturnType<typeof openExternal>>;

beforeAll(async () => {
  buildSite();
  [alone, world] = await Promise.all([
    openAlone(),
    openExternal({ processes: 2, server: withoutSync, env: { DRAIN_SECONDS: "2" } }),
  ]);
});
afterAll(endAll);

async function openAlone(): Promise<World> {
  const dataDir = temporaryFolder();
  await makeUnsyncedFolder(dataDir);
  return openEmbedded({ dataDir });
}

/** The database is away until a page and a call were answered without it. */
async function isNoticed(): Promise<void> {
  const body = { email: "away@example.com" };
  const ask = { method: "POST", path: "/api/subscribed/user/add", body };
  await waitUntil(async () => (await send(world.base(), ask)).status !== 200, {
    seconds: 30,
    what: "calls are refused",
  });
}

test("a kill in the middle of the load loses nothing and doubles nothing", async () => {
  const { faults } = await playRound({
    ...few,
    name: "short kill",
    world: alone,
    seed,
    async fault() {
      await alone.end(0, "SIGKILL");
      await alone.start(0);
      return undefined;
    },
  });
  expect(faults).toEqual([]);
});

test("the audit notices a lost row, a doubled row, a doubled mail, a missing mail, a gap in the invoices and too many seats", async () => {
  const { query } = alone;
  const tag = "planted";
  const email = (n: number) => `${tag}${n}@example.com`;
  const history = openHistory("planted");
  for (const [kind, n] of [
    ["subscription", 1],
    ["contact", 2],
  ] as const)
    history.end(history.begin(kind, { key: email(n), tag }), "acknowledged");
  const contact = `insert into contact_enquiry (enquiry_for, full_name, mobile_number, email, query) values ('a', 'b', 'c', $1, 'd')`;
  for (let n = 0; n < 2; n++) await query(contact, [email(2)]);
  const mail = { to: email(2), subject: "X has received your question", text: "" };
  for (let n = 0; n < 2; n++) await query("select graphile_worker.add_job('mail.send', $1)", [mail]);
  await query("insert into invoice_counter values ('1999-00', 7)");
  await query(
    `insert into invoice (number, financial_year, serial, content, issued_at) values ('SA/7', '1999-00', 7, '{}', now())`,
  );
  await query(
    `insert into webinar_seat (join_id, webinar_id, username, email, mobile_number, taken_at, confirmed_at, starts_at, link_sent_at)
     select n, id, 'a', n || '@example.com', 'b', now(), now(), now(), now()
     from webinar, unnest(array['one', 'two']) n where slug = 'few-seats'`,
  );
  await query("update webinar set seats = 1 where slug = 'few-seats'");
  const { faults, figures } = await audit({ ...alone, history, tag, breaks: [] });
  expect(faults).toEqual([
    expect.stringContaining(`subscription ${email(1)} (): was acknowledged and is lost`),
    expect.stringContaining(`contact ${email(2)} (): is there 2 times`),
    "invoices of 1999-00: 1 from 7 to 7, and the counter is at 7",
    expect.stringMatching(/^webinar few-seats has 1 seats, and \d+ are taken$/),
    expect.stringContaining("has received your question"),
    expect.stringContaining("never sent"),
    expect.stringContaining("has received your question"),
    expect.stringContaining("never sent"),
  ]);
  // Both rows promise the mail, so its second copy counts twice.
  expect(figures).toMatchObject({ lost: 1, "doubled rows": 1, "mails doubled": 2, "mails doubled unavoidably": 0 });
});

test("a mail whose answer was lost comes again under the same id, and the audit allows it", async () => {
  const { query, smtp } = alone;
  const tag = "cutoff";
  const email = `${tag}@example.com`;
  const from = smtp.seen.cuts;
  smtp.set({ isCut: () => smtp.seen.cuts === from });
  const copies = () => smtp.mails.filter(({ to }) => to === email);
  await query("insert into subscription (email, source) values ($1, 'footer')", [email]);
  await query("select graphile_worker.add_job('mail.send', $1)", [
    { to: email, subject: "You have subscribed", text: "" },
  ]);
  await waitUntil(() => copies().length === 1, { seconds: 60, what: "the mail is there" });
  const { figures } = await audit({ ...alone, history: openHistory("cut off"), tag, breaks: [] });
  smtp.set({});
  expect(figures).toMatchObject({ "mails doubled": 1, "mails doubled unavoidably": 1 });
  expect(new Set(copies().map(({ messageId }) => messageId)).size).toBe(1);
  await alone.end(0, "SIGTERM");
});

test("the product rides through a restart of the database, and shows its pages meanwhile", async () => {
  const { faults } = await playRound({
    ...few,
    name: "short restart",
    world,
    seed: seed + 1,
    async fault() {
      await world.server.stop("SIGINT");
      await isNoticed();
      await world.server.start();
      return undefined;
    },
    expect: ({ history }) => whyHomeAway(history, slowly),
  });
  expect(faults).toEqual([]);
});

test("after connections to the database have gone silent, changes of content show again", async () => {
  const { faults } = await playRound({
    ...few,
    name: "short silence",
    world,
    seed: seed + 2,
    async fault() {
      world.proxy.set("half-open");
      await world.query("update course set name = 'Changed in silence' where course_id = 'sql'");
      await isNoticed();
      world.proxy.set("pass");
      const isShown = async () =>
        (await send(world.base(), { path: "/onlinecourses" })).body.includes("Changed in silence");
      await waitUntil(isShown, { seconds: 60, what: "the change shows" });
      return undefined;
    },
  });
  expect(faults).toEqual([]);
});

test("a rolling restart of two processes fails no page and no call", async () => {
  world.setFront(await startBalancer(world.ports));
  const { faults, figures } = await playRound({
    ...few,
    name: "short rolling",
    world,
    seed: seed + 3,
    async fault() {
      for (const at of world.ports.keys()) {
        await world.end(at, "SIGTERM");
        await world.start(at);
      }
      return undefined;
    },
  });
  expect(faults).toEqual([]);
  // "547 x call 200" is a count.
  const failed = String(figures.statuses)
    .split(", ")
    .filter((line) => /lost|\b5\d\d\b(?! x)/.test(line));
  expect(failed).toEqual([]);
});
