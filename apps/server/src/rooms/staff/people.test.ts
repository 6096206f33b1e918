import { afterEach, expect, test } from "vitest";
import { withClient } from "../../db/roles.ts";
import { securityEvent } from "../../db/tables/house.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { newAuthenticator } from "../../test/authenticator.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { browserOf, linkFor, newStaff } from "../../test/staff.ts";
import { recordChange } from "./audit.ts";
import { runVerb } from "./command.ts";
import { staffDemo } from "./demo.ts";

const institute = await testInstitute();
await staffDemo.remove?.(institute.db);
afterEach(() => institute.setNow(testDay));

const newEmail = () => `${crypto.randomUUID()}@example.com`;

test("owners see everybody, and how each can sign in", async () => {
  const owner = await newStaff(institute, ["owner"], "Anitha Devan");
  const email = newEmail();
  await owner.staff.invite({ name: "Meera Krishnan", email, roles: ["trainer", "trainer", "counsellor"] });
  const { people } = await owner.staff.people({});
  expect(people.find((one) => one.email === email)).toMatchObject({
    state: "invited",
    roles: ["trainer", "counsellor"],
    passkeys: 0,
    hasAuthenticator: false,
    lastSeenAt: null,
    isLastOwner: false,
  });
  expect(people.find(({ staffId }) => staffId === owner.person.id)).toMatchObject({ state: "active" });
  await expect(
    owner.staff.invite({ name: "Meera", email: email.toUpperCase(), roles: ["trainer"] }),
  ).rejects.toMatchObject({
    code: "KNOWN_STAFF",
  });
  const wrong = owner.staff.invite({ name: " ", email: "no", roles: [] });
  await expect(wrong).rejects.toMatchObject({
    fields: { name: expect.any(String), email: expect.any(String), roles: expect.any(String) },
  });
});

test("the last owner keeps the role and the account, also when two owners remove each other at once", async () => {
  await institute.db.update(staff).set({ closedAt: testDay });
  const [one, two] = [await newStaff(institute, ["owner"]), await newStaff(institute, ["owner"])];
  const outcomes = await Promise.allSettled([
    one.staff.close({ staffId: two.person.id }),
    two.staff.changeRoles({ staffId: one.person.id, roles: ["trainer"], version: 0 }),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const left = outcomes[0]?.status === "fulfilled" ? one : two;
  const { person } = left;
  const last = { code: "LAST_OWNER" };
  await expect(left.staff.close({ staffId: person.id })).rejects.toMatchObject(last);
  await expect(left.staff.changeRoles({ staffId: person.id, roles: ["trainer"], version: 0 })).rejects.toMatchObject(
    last,
  );
  await left.staff.invite({ name: "Invited", email: newEmail(), roles: ["owner"] });
  await expect(left.staff.close({ staffId: person.id })).rejects.toMatchObject(last);
});

test("new roles count at once, and nobody saves over a newer version unawares", async () => {
  const owner = await newStaff(institute, ["owner"]);
  const desk = await newStaff(institute, ["front desk"]);
  await expect(desk.staff.people({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  const { staffId } = await desk.staff.me({});
  const changed = await owner.staff.changeRoles({ staffId, roles: ["owner"], version: 0 });
  expect(changed).toMatchObject({ roles: ["owner"], version: 1 });
  expect((await desk.staff.people({})).people.length).toBeGreaterThan(0);
  const meanwhile = { code: "CHANGED_MEANWHILE" };
  await expect(owner.staff.changeRoles({ staffId, roles: ["trainer"], version: 0 })).rejects.toMatchObject(meanwhile);
  await expect(desk.staff.editMe({ name: "New", number: null, version: 0 })).rejects.toMatchObject(meanwhile);
  expect(await desk.staff.editMe({ name: "New", number: "+91 90000 00000", version: 1 })).toMatchObject({
    name: "New",
    version: 2,
  });
});

test("a reset ends what was lost and mails a way back; nobody resets their own", async () => {
  const owner = await newStaff(institute, ["owner"]);
  const lost = await newStaff(institute, ["trainer"]);
  await owner.staff.reset({ staffId: lost.person.id });
  await expect(lost.staff.me({})).rejects.toMatchObject({ code: "STAFF_ONLY" });
  const token = await linkFor(institute, lost.email);
  expect(await institute.visitor().staff.readLink({ token })).toMatchObject({ purpose: "reset", next: "set up" });
  await expect(owner.staff.reset({ staffId: owner.person.id })).rejects.toMatchObject({ code: "OWN_RESET" });
});

test("a closed account is signed out and stays out until it is opened again", async () => {
  const owner = await newStaff(institute, ["owner"]);
  const left = await newStaff(institute, ["trainer"]);
  expect(await owner.staff.close({ staffId: left.person.id })).toMatchObject({ state: "closed" });
  await expect(left.staff.me({})).rejects.toMatchObject({ code: "STAFF_ONLY" });
  expect(await owner.staff.reopen({ staffId: left.person.id })).toMatchObject({ state: "active" });
  for (const staffId of ["x", crypto.randomUUID()])
    await expect(owner.staff.close({ staffId })).rejects.toMatchObject({ code: "UNKNOWN_STAFF" });
});

test("who has one way to sign in cannot remove it", async () => {
  const me = await newStaff(institute, ["trainer"]);
  await expect(me.staff.removeAuthenticator({})).rejects.toMatchObject({ code: "LAST_WAY_IN" });
  await expect(me.staff.removePasskey({ id: "x" })).rejects.toMatchObject({ code: "UNKNOWN_PASSKEY" });
  await expect(me.staff.newRecoveryCodes({})).rejects.toMatchObject({ code: "NO_AUTHENTICATOR" });
});

test("one ends only one's own sessions", async () => {
  const [me, other] = [await newStaff(institute, ["owner"]), await newStaff(institute, ["trainer"])];
  for (const id of [other.session.id, "x", crypto.randomUUID()])
    await expect(me.staff.endSession({ id })).rejects.toMatchObject({ status: 404, code: "UNKNOWN_SESSION" });
  expect((await other.staff.me({})).staffId).toBe(other.person.id);
  await me.staff.endSession({ id: me.session.id });
  await expect(me.staff.me({})).rejects.toMatchObject({ code: "STAFF_ONLY" });
});

test("the audit log has who, what, before and after, and is searched by person, thing, words and day", async () => {
  const owner = await newStaff(institute, ["owner"], "Anitha Devan");
  const other = await newStaff(institute, ["front desk"], "Prakash Immanuel");
  const { staffId } = await other.staff.me({});
  await owner.staff.changeRoles({ staffId, roles: ["front desk", "trainer"], version: 0 });
  const { entries } = await owner.staff.audit({ thingId: staffId });
  expect(entries).toMatchObject([
    {
      who: "Anitha Devan",
      staffId: owner.person.id,
      action: "Changed the roles",
      kind: "person",
      thing: "Prakash Immanuel",
      before: { roles: ["front desk"] },
      after: { roles: ["front desk", "trainer"] },
      address: expect.any(String),
    },
  ]);
  const count = async (filter: object) => (await owner.staff.audit(filter)).entries.length;
  expect(await count({ who: owner.person.id })).toBe(1);
  expect(await count({ who: owner.person.id, words: "immanuel" })).toBe(1);
  expect(await count({ who: owner.person.id, words: "100%_" })).toBe(0);
  expect(await count({ who: owner.person.id, kind: "session" })).toBe(0);
  const day = testDay.toISOString().slice(0, 10);
  expect(await count({ who: owner.person.id, from: day, until: day })).toBe(1);
  expect(await count({ who: owner.person.id, from: "2099-01-01" })).toBe(0);
  await expect(owner.staff.audit({ from: "yesterday" })).rejects.toMatchObject({ fields: { from: "Enter a date" } });
});

test("a long log is read page by page, without gaps and without repeats", async () => {
  const owner = await newStaff(institute, ["owner"]);
  const author = { clock: institute.deps.clock, staff: owner.person };
  for (let n = 0; n < 120; n++)
    await recordChange(institute.db, author, { action: `Did ${n}`, kind: "person", thingId: "x", thing: "A thing" });
  const seen: string[] = [];
  let before: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await owner.staff.audit({ who: owner.person.id, ...(before && { before }) });
    seen.push(...page.entries.map(({ action }) => action));
    before = page.entries.at(-1)?.entryId;
    hasMore = page.hasMore;
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `Did ${119 - n}`));
});

test("nobody changes or removes an entry, not even the owner of the tables", async () => {
  const owner = await newStaff(institute, ["owner"]);
  await owner.staff.invite({ name: "Joel", email: newEmail(), roles: ["trainer"] });
  const refused = async (statement: string) =>
    expect(withClient(institute.owner, (client) => client.query(statement))).rejects.toThrow("cannot be changed");
  await refused("update audit_entry set who = 'Somebody else'");
  await refused("update audit_entry set is_demo = true");
  await refused("delete from audit_entry");
  await refused("truncate audit_entry");
});

test("a refused change leaves no entry", async () => {
  const owner = await newStaff(institute, ["owner"]);
  const other = await newStaff(institute, ["trainer"]);
  await owner.staff.changeRoles({ staffId: other.person.id, roles: ["trainer"], version: 9 }).catch(() => {});
  expect((await owner.staff.audit({ thingId: other.person.id })).entries).toEqual([]);
});

test("the first owner is invited at the terminal, which also helps who has lost every device", async () => {
  const run = { db: institute.db, now: testDay, publicUrl: "https://institute.example" };
  const email = `anitha.devan+${crypto.randomUUID()}@example.com`;
  const [said = "", url = ""] = await runVerb(run, ["invite", email, "--role", "owner", "--name", "Anitha Devan"]);
  expect(said).toMatch(/^Invited as owner: Anitha Devan, \S+@\S+\.$/);
  expect(url).toMatch(/^https:\/\/institute\.example\/staff\/link\/[\w-]{43}$/);
  const token = url.split("/").at(-1) ?? "";
  expect(await institute.visitor().staff.readLink({ token })).toMatchObject({ purpose: "invitation", next: "set up" });
  const [, again = ""] = await runVerb(run, ["invite", email, "--role", "owner"]);
  expect(again).not.toBe(url);
  const [, reset] = await runVerb(run, ["reset", email.toUpperCase()]);
  expect(reset).toContain("/staff/link/");
  expect((await runVerb(run, ["list"])).join("\n")).toContain(email);
  for (const args of [
    [],
    ["invite"],
    ["invite", "x@example.com"],
    ["invite", "x@example.com", "--role", "king"],
    ["reset", "nobody@example.com"],
    ["invite", "nobody", "--role", "owner"],
  ])
    await expect(runVerb(run, args)).rejects.toThrow();
});

test("the demo's people and what they did go with the demo, and nobody else's entries", async () => {
  await staffDemo.load?.({ db: institute.db, now: testDay });
  const visitor = institute.visitor();
  await visitor.staff.enterDemo({ role: "owner" });
  const count = () => institute.db.$count(auditEntry);
  const before = await count();
  expect(await staffDemo.remove?.(institute.db)).toEqual({ staff: 9 });
  expect(await count()).toBe(before - 1);
  expect(await staffDemo.has?.(institute.db)).toBe(false);
});

test("a visitor of a demonstration sees and changes its invented people only, their changes are put back every day, and nobody is signed out by that", async () => {
  const real = await newStaff(institute, ["owner"], "A real owner");
  await staffDemo.load?.({ db: institute.db, now: testDay });
  const answer = await institute.visitor().request("/api/staff/entrance/demo", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ role: "owner" }),
  });
  const visitor = browserOf(institute, answer);
  const { people } = await visitor.staff.people({});
  expect(people.map(({ name }) => name)).not.toContain("A real owner");
  await expect(visitor.staff.close({ staffId: real.person.id })).rejects.toMatchObject({ code: "UNKNOWN_STAFF" });
  const trainer = people.find(({ name }) => name === "Joel Antony");
  await visitor.staff.close({ staffId: trainer?.staffId ?? "" });
  const email = newEmail();
  await visitor.staff.invite({ name: "Guest", email, roles: ["owner"] });
  expect((await visitor.staff.audit({ words: "Guest" })).entries).toMatchObject([{ address: null }]);
  await staffDemo.freshen?.({ db: institute.db, now: testDay });
  expect(await visitor.staff.me({})).toMatchObject({ roles: ["owner"] });
  const after = (await real.staff.people({})).people;
  expect(after.find(({ name }) => name === "Joel Antony")?.state).toBe("active");
  expect(after.map((one) => one.email)).not.toContain(email);
  institute.deps.isLocal = false;
  expect((await institute.visitor().staff.entrance({})).demoRoles).toEqual([]);
  await expect(institute.visitor().staff.enterDemo({ role: "owner" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  institute.deps.isLocal = true;
  await staffDemo.remove?.(institute.db);
});

test("a new passkey or app is reported to its person by mail, and a wrong code to the security log", async () => {
  institute.deps.publicUrl = "http://localhost:3000";
  const me = await newStaff(institute, ["trainer"]);
  await me.staff.addPasskey({ response: newAuthenticator().create(await me.staff.newPasskey({})) });
  await institute.runJobs();
  expect(institute.mails.filter(({ to }) => to === me.email)).toMatchObject([
    { subject: "A passkey was added: your staff account" },
  ]);
  await expect(me.staff.prove({ code: "123456" })).rejects.toMatchObject({ code: "WRONG_CODE" });
  const events = await institute.db.select({ kind: securityEvent.kind }).from(securityEvent);
  expect(events).toContainEqual({ kind: "staff code refused" });
  institute.deps.publicUrl = "http://127.0.0.1:3000";
});

test("who lost the right or the account meanwhile changes nobody", async () => {
  const [one, two, three] = [
    await newStaff(institute, ["owner"]),
    await newStaff(institute, ["owner"]),
    await newStaff(institute, ["owner"]),
  ];
  const outcomes = await Promise.allSettled([
    one.staff.close({ staffId: two.person.id }),
    two.staff.close({ staffId: one.person.id }),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await three.staff.people({})).people.length).toBeGreaterThan(0);
});
