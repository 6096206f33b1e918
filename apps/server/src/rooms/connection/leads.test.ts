import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");
const { key } = await owner.connection.makeKey({ name: "Landing page", scopes: ["add leads", "read leads"] });
const program = institute.visitor({ headers: { authorization: `Bearer ${key}` } });
const { addLead, readLeads } = program.connection;

test("a lead of another program is in the inbox, with its campaign and the name of the key", async () => {
  const { leadId, isNew } = await addLead({
    ...{ name: "Ravi Kumar", number: "98400 12345", interest: "Python", text: "Call me", page: "/landing" },
    campaign: { utm_source: "meta", utm_campaign: "november" },
  });
  expect(isNew).toBe(true);
  const found = await owner.inbox.read({ leadId });
  expect(found).toMatchObject({
    ...{ name: "Ravi Kumar", number: "+919840012345", email: null, source: "api", interest: "Python" },
    ...{ landingPage: "/landing", campaign: { utm_source: "meta", utm_campaign: "november" }, status: "new" },
    events: [
      {
        kind: "api",
        text: "Call me",
        facts: { "Sent by": "Landing page", Course: "Python", Page: "/landing" },
        who: null,
      },
    ],
  });
});

test("the page of a lead is kept without what belongs to one person", async () => {
  const { leadId } = await addLead({ name: "Page Sender", number: "98400 99887", page: "/unsubscribe/s3cret" });
  const found = await owner.inbox.read({ leadId });
  expect(found).toMatchObject({ landingPage: "/unsubscribe", events: [{ facts: { Page: "/unsubscribe" } }] });
});

test.each([
  [{ name: "Nobody" }, { number: "Enter a number or an e-mail address" }],
  [{ name: "", email: "a@example.com" }, { name: "Enter a name" }],
  [{ name: "A", email: "nonsense" }, { email: "Enter a valid e-mail address" }],
  [{ name: "A", number: "12" }, { number: "Enter a phone number" }],
  [{ name: "A", email: "a@example.com", text: "x".repeat(2001) }, { text: "Use at most 2,000 characters" }],
  [{ name: "A", email: "a@example.com", reference: "x".repeat(101) }, { reference: "Use at most 100 characters" }],
])("%j is refused with the field", async (given, fields) => {
  await expect(addLead(given)).rejects.toMatchObject({ status: 400, code: "INVALID_INPUT", fields });
});

test("a known person gets a line in the history, and keeps the first campaign", async () => {
  const me = { name: "Known Person", email: "known@example.com" };
  const first = await addLead({ ...me, campaign: { utm_source: "google" } });
  const second = await addLead({ ...me, email: "KNOWN@example.com", campaign: { utm_source: "meta" }, text: "Again" });
  expect(second).toEqual({ leadId: first.leadId, isNew: false });
  const found = await owner.inbox.read({ leadId: first.leadId });
  expect(found.campaign).toEqual({ utm_source: "google" });
  expect(found.events).toHaveLength(2);
});

test("the same reference again adds nothing, even with other details, but another key has references of its own", async () => {
  const me = { name: "Refer Once", email: "refer@example.com", reference: "crm 17" };
  const first = await addLead(me);
  expect(await addLead(me)).toEqual({ leadId: first.leadId, isNew: false });
  expect(await addLead({ ...me, email: "someone.else@example.com" })).toEqual({ leadId: first.leadId, isNew: false });
  expect(await db.$count(leadEvent, eq(leadEvent.leadId, first.leadId))).toBe(1);
  const other = await owner.connection.makeKey({ name: "Other", scopes: ["add leads"] });
  const others = institute.visitor({ headers: { authorization: `Bearer ${other.key}` } });
  await others.connection.addLead(me);
  expect(await db.$count(leadEvent, eq(leadEvent.leadId, first.leadId))).toBe(2);
});

test("parallel calls for one person make one lead, and one of them is new", async () => {
  const me = { name: "Par Allel", number: "+919840054321" };
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => addLead({ ...me, email: `par${n}@example.com` })));
  expect(new Set(answers.map(({ leadId }) => leadId)).size).toBe(1);
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
  const same = await Promise.all([1, 2, 3].map(() => addLead({ ...me, reference: "once" })));
  expect(new Set(same.map(({ leadId }) => leadId)).size).toBe(1);
  expect(await db.$count(leadEvent, eq(leadEvent.leadId, answers[0]?.leadId ?? ""))).toBe(6);
});

test("what comes from spam joins the spam, and is not read out", async () => {
  const me = { name: "Spam Sender", email: "spam@example.com" };
  const { leadId } = await addLead(me);
  await owner.inbox.spam({ leadId, isSpam: true });
  expect(await addLead(me)).toEqual({ leadId, isNew: false });
  const { leads } = await readLeads({});
  expect(leads.map((one) => one.leadId)).not.toContain(leadId);
});

test("leads are read page after page, those who wrote last first, each once", async () => {
  await db.delete(lead);
  const names = Array.from({ length: 230 }, (_, n) => `Lead ${String(n).padStart(3, "0")}`);
  await db.insert(lead).values(
    names.map((name, n) => ({
      ...{ name, email: `lead${n}@example.com`, source: "popup" as const, cameAt: testDay },
      status: n % 10 ? ("new" as const) : ("lost" as const),
      // Three at the same moment: the id decides.
      lastAt: new Date(testDay.getTime() - Math.floor(n / 3) * 60_000),
    })),
  );
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await readLeads(after ? { after } : {});
    expect(page.leads.length).toBeLessThanOrEqual(100);
    found.push(...page.leads.map(({ name }) => name));
    after = page.next ?? undefined;
  } while (after);
  expect(found.slice(0, 3).sort()).toEqual(names.slice(0, 3));
  expect([...found].sort()).toEqual(names);
  expect((await readLeads({ status: "lost" })).leads).toHaveLength(23);
  expect((await readLeads({})).leads[0]).toEqual({
    ...{ leadId: expect.any(String), name: expect.any(String), email: expect.any(String), number: null, tags: [] },
    ...{ status: expect.any(String), source: "popup", interest: "", cameAt: testDay.toISOString(), campaign: {} },
    lastAt: testDay.toISOString(),
  });
});

test("a made-up end of a page is refused", async () => {
  for (const after of ["x", "W10", Buffer.from('["x","00000000-0000-4000-8000-000000000000"]').toString("base64url")])
    await expect(readLeads({ after })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
