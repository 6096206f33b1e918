import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead, leadEvent, uncollected } from "../../db/tables/inbox.ts";
import { contactEnquiry } from "../../db/tables/lead.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { newStaff } from "../../test/staff.ts";
import { inboxDemo } from "./demo.ts";
import { remind } from "./jobs.ts";

const institute = await testInstitute();
const { db } = institute;
const visitor = institute.visitor();
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const counsellor = await newStaff(institute, ["counsellor"], "Shalini Ravi");
const owner = await newStaff(institute, ["owner"], "Anitha Devan");

let people = 0;
/** Sends the enquiry popup as somebody new. */
async function enquire(given: Partial<{ name: string; email: string; mobileNumber: string }> = {}) {
  const n = ++people;
  const letters = [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const person = {
    name: `Person Xyz${letters}`,
    email: `person${n}@example.com`,
    mobileNumber: `81000${String(n).padStart(5, "0")}`,
    ...given,
  };
  await visitor.lead.enquire({ ...person, selectedCoruse: "Python", otherCourseName: "", description: "When?" });
  const { leads } = await desk.inbox.list({ words: person.mobileNumber });
  return { ...person, lead: leads[0] as NonNullable<(typeof leads)[0]> };
}

test("an enquiry is a lead at once, with its question, source and course", async () => {
  const { lead: found, name, email } = await enquire();
  expect(found).toMatchObject({ name, email, status: "new", source: "popup", interest: "Python", owner: null });
  const { events } = await desk.inbox.read({ leadId: found.leadId });
  expect(events).toMatchObject([{ kind: "popup", text: "When?", facts: { Course: "Python", Page: "/" }, who: null }]);
});

test("everybody who asks at the same moment sees what has just come", async () => {
  const person = { name: "Person Moment", email: "moment@example.com", mobileNumber: "8100099999" };
  await visitor.lead.enquire({ ...person, selectedCoruse: "Java", otherCourseName: "", description: "Now?" });
  const lists = await Promise.all([desk, counsellor, owner, desk].map((one) => one.inbox.list({ words: "moment@" })));
  expect(lists.map(({ leads }) => leads.length)).toEqual([1, 1, 1, 1]);
});

test("every form of the site becomes part of one person, joined by number and by mail, and nothing written is lost", async () => {
  const me = { email: "joined@example.com", mobileNumber: "8200000001" };
  await enquire({ ...me, name: "Joined Once" });
  await visitor.lead.contact({
    ...me,
    enquiryFor: "Java",
    fullName: "Joined Twice",
    query: "How much?",
    page: "/contactus",
  });
  await visitor.lead.subscribe({ email: "Joined@example.com", source: "footer" });
  const [offline] = await visitor.course.offline({});
  // Another address, but the same number.
  const other = { name: "Joined Again", email: "other@example.com", countryCode: "+91", mobileNumber: me.mobileNumber };
  await visitor.lead.download({ ...other, recordId: offline?._id ?? "" });
  const { leads } = await desk.inbox.list({ words: "joined@example.com" });
  expect(leads).toHaveLength(1);
  const { events, interest } = await desk.inbox.read({ leadId: leads[0]?.leadId ?? "" });
  expect(events.map(({ kind }) => kind).sort()).toEqual(["contact", "popup", "subscription", "syllabus"]);
  expect(events.map(({ text }) => text).join()).toContain("How much?");
  expect(interest).toBe(offline?.courseName);
  // The other address finds the same person, and the history has the name that came with it.
  const again = await desk.inbox.list({ words: "Other@example.com" });
  expect(again.leads.map(({ leadId }) => leadId)).toEqual([leads[0]?.leadId]);
  expect(events.map(({ facts }) => facts["Name given"])).toContain("Joined Again");
  expect(events.map(({ facts }) => facts["E-mail given"])).toContain("other@example.com");
});

test("parallel forms of one person make one lead, and a row is collected once", async () => {
  const me = { email: "parallel@example.com", mobileNumber: "8200000002" };
  const send = () => visitor.lead.contact({ ...me, enquiryFor: "Java", fullName: "Par Allel", query: "Hello" });
  await Promise.all([send(), send(), send()]);
  await Promise.all([desk.inbox.list({}), counsellor.inbox.list({}), owner.inbox.list({})]);
  const { leads } = await desk.inbox.list({ words: "parallel@example.com" });
  expect(leads).toHaveLength(1);
  const rows = await db.select().from(contactEnquiry).where(eq(contactEnquiry.email, me.email));
  const [first] = rows;
  await db.insert(uncollected).values({ sourceRow: `contact_enquiry ${first?.id}` });
  await desk.inbox.list({});
  expect((await desk.inbox.read({ leadId: leads[0]?.leadId ?? "" })).events).toHaveLength(3);
});

test("a row that cannot be read does not keep others out", async () => {
  await db.insert(uncollected).values([{ sourceRow: "course_enquiry nonsense" }, { sourceRow: "unknown_table 1" }]);
  const { lead: found } = await enquire();
  expect(found.status).toBe("new");
  expect(await db.select().from(uncollected)).toMatchObject([{ sourceRow: "course_enquiry nonsense" }]);
  for (let n = 0; n < 6; n++) await desk.inbox.list({});
  expect((await db.select().from(uncollected))[0]?.tries).toBe(5);
  await db.delete(uncollected);
});

test("status, owner, next call and tags are changed with a line in the history and in the audit log", async () => {
  const { lead: found } = await enquire();
  const nextCallAt = "2026-11-18T05:00:00.000Z";
  const ownerId = counsellor.person.id;
  const change = { status: "visiting" as const, ownerId, nextCallAt, tags: ["weekend"] };
  const after = await desk.inbox.change({ leadId: found.leadId, version: found.version, ...change });
  expect(after).toMatchObject({
    ...{ status: "visiting", nextCallAt, tags: ["weekend"], version: found.version + 1 },
    owner: { staffId: ownerId, name: "Shalini Ravi" },
  });
  expect(after.events.map(({ kind }) => kind).sort()).toEqual(["details", "next call", "owner", "popup", "status"]);
  expect(after.events.find(({ kind }) => kind === "status")?.who).toBe("Prakash Immanuel");
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, found.leadId));
  expect(entries.find(({ action }) => action === "Changed the status")).toMatchObject({
    ...{ who: "Prakash Immanuel", kind: "lead", before: { status: "new" }, after: { status: "visiting" } },
  });
});

test("who saves over a newer version is refused, and nothing is changed", async () => {
  const { lead: found } = await enquire();
  const at = { leadId: found.leadId, version: found.version };
  await desk.inbox.change({ ...at, status: "contacted" });
  await expect(counsellor.inbox.change({ ...at, status: "lost", lostReason: "No time" })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  expect(await desk.inbox.read({ leadId: found.leadId })).toMatchObject({ status: "contacted", lostReason: null });
});

test("a lead says who changed it last and when, and a note is no change", async () => {
  const { lead: found } = await enquire();
  const { leadId, version } = found;
  expect((await desk.inbox.read({ leadId })).lastChange).toBeNull();
  await counsellor.inbox.change({ leadId, version, status: "visiting" });
  institute.setNow(new Date(testDay.getTime() + 60_000));
  await desk.inbox.note({ leadId, kind: "note", text: "Hello" });
  expect((await desk.inbox.read({ leadId })).lastChange).toEqual({ who: "Shalini Ravi", at: testDay.toISOString() });
  const other = await enquire();
  await desk.inbox.merge({ leadId, otherId: other.lead.leadId });
  expect((await counsellor.inbox.read({ leadId })).lastChange).toMatchObject({ who: "Prakash Immanuel" });
  institute.setNow(testDay);
});

test("a trainer cannot own a lead, and a lead keeps a number or an address", async () => {
  const trainer = await newStaff(institute, ["trainer"]);
  const { lead: found } = await enquire();
  const at = { leadId: found.leadId, version: found.version };
  await expect(desk.inbox.change({ ...at, ownerId: trainer.person.id })).rejects.toMatchObject({
    code: "UNKNOWN_STAFF",
  });
  await expect(desk.inbox.change({ ...at, email: null, number: null })).rejects.toMatchObject({
    fields: { number: "Enter a number or an e-mail address" },
  });
  await expect(desk.inbox.change({ ...at, number: "12" })).rejects.toMatchObject({
    fields: { number: "Enter a phone number" },
  });
  expect(await desk.inbox.read({ leadId: found.leadId })).toMatchObject({ email: found.email, number: found.number });
});

test("a call is logged, makes a new lead a contacted one, and counts as the first call once", async () => {
  const { lead: found } = await enquire();
  const after = await counsellor.inbox.note({ leadId: found.leadId, kind: "call", text: "Not reachable" });
  expect(after).toMatchObject({ status: "contacted", firstCallAt: testDay.toISOString() });
  expect(after.events.slice(0, 2)).toMatchObject([
    { kind: "call", text: "Not reachable", who: "Shalini Ravi" },
    { kind: "status", text: "contacted" },
  ]);
});

test("a mail goes out under the institute's name and is in the history", async () => {
  const { lead: found, email } = await enquire();
  await institute.runJobs();
  institute.mails.length = 0;
  const mail = { subject: "Your question", text: "Dear Asha,\n\nplease call us." };
  const after = await counsellor.inbox.mail({ leadId: found.leadId, ...mail });
  await institute.runJobs();
  const sent = institute.mails.find(({ to }) => to === email);
  expect(sent).toMatchObject({ subject: "Your question", text: expect.stringContaining("please call us.") });
  expect(sent?.text).toContain("Shalini Ravi");
  expect(after.events[0]).toMatchObject({ kind: "mail", text: expect.stringContaining("please call us.") });
});

test("two leads of one person are merged and separated again", async () => {
  const { lead: here } = await enquire();
  const { lead: other } = await enquire();
  const merged = await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  expect(merged.events.map(({ kind }) => kind)).toEqual(["merged", "popup", "popup"]);
  expect(merged.merged).toEqual([{ leadId: other.leadId, name: other.name }]);
  const byOther = await desk.inbox.list({ words: other.number ?? "" });
  expect(byOther.leads.map(({ leadId }) => leadId)).toEqual([merged.leadId]);
  // A link to the other one leads to the one that goes on, and so does its next form.
  expect((await desk.inbox.read({ leadId: other.leadId })).leadId).toBe(here.leadId);
  await enquire({ email: other.email ?? "", mobileNumber: (other.number ?? "").slice(3) });
  expect((await desk.inbox.read({ leadId: here.leadId })).events.filter(({ kind }) => kind === "popup")).toHaveLength(
    3,
  );
  const apart = await desk.inbox.unmerge({ leadId: here.leadId, otherId: other.leadId });
  expect(apart.merged).toEqual([]);
  expect(apart).toMatchObject({ email: here.email, number: here.number });
  expect(await desk.inbox.read({ leadId: other.leadId })).toMatchObject({ leadId: other.leadId, number: other.number });
  for (const [leadId, otherId] of [
    [here.leadId, here.leadId],
    [here.leadId, crypto.randomUUID()],
  ] as const)
    await expect(desk.inbox.merge({ leadId, otherId })).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
});

test("who was merged into somebody before goes back with them", async () => {
  const [here, other, third] = [(await enquire()).lead, (await enquire()).lead, (await enquire()).lead];
  await desk.inbox.merge({ leadId: other.leadId, otherId: third.leadId });
  await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  expect((await desk.inbox.read({ leadId: third.leadId })).leadId).toBe(here.leadId);
  await desk.inbox.unmerge({ leadId: here.leadId, otherId: other.leadId });
  const popups = async (leadId: string) =>
    (await desk.inbox.read({ leadId })).events.filter(({ kind }) => kind === "popup").length;
  expect([await popups(here.leadId), await popups(other.leadId)]).toEqual([1, 2]);
  await desk.inbox.unmerge({ leadId: other.leadId, otherId: third.leadId });
  expect([await popups(other.leadId), await popups(third.leadId)]).toEqual([1, 1]);
});

test("a lead that is lost or enrolled is not called any more", async () => {
  const { lead: found } = await enquire();
  const nextCallAt = "2026-11-18T05:00:00.000Z";
  const planned = await desk.inbox.change({ leadId: found.leadId, version: found.version, nextCallAt });
  const lost = { status: "lost" as const, lostReason: "No time" };
  expect(await desk.inbox.change({ leadId: found.leadId, version: planned.version, ...lost })).toMatchObject({
    ...{ ...lost, nextCallAt: null },
  });
  await expect(
    desk.inbox.change({ leadId: found.leadId, version: 2, nextCallAt: "0000-01-01T00:00:00.000Z" }),
  ).rejects.toMatchObject({ fields: { nextCallAt: "Enter a date and a time" } });
});

test("an address that came with the other one goes back with it", async () => {
  const here = await desk.inbox.create({ name: "Only Number", number: "8300000001", email: null });
  const other = await desk.inbox.create({ name: "Only Mail", number: null, email: "only.mail@example.com" });
  const merged = await desk.inbox.merge({ leadId: here.leadId, otherId: other.leadId });
  expect(merged.email).toBe("only.mail@example.com");
  expect((await desk.inbox.unmerge({ leadId: here.leadId, otherId: other.leadId })).email).toBeNull();
});

test("spam leaves the list, and so does what its address sends later, until it is no spam", async () => {
  const { lead: found, email, mobileNumber } = await enquire();
  await desk.inbox.spam({ leadId: found.leadId, isSpam: true });
  await visitor.lead.contact({ email, mobileNumber, enquiryFor: "Pills", fullName: "Spam Mer", query: "Buy!" });
  expect((await desk.inbox.list({ words: email })).leads).toEqual([]);
  expect((await desk.inbox.list({ words: email, spam: "1" })).leads).toMatchObject([{ leadId: found.leadId }]);
  await desk.inbox.spam({ leadId: found.leadId, isSpam: false });
  expect((await desk.inbox.list({ words: email })).leads).toHaveLength(1);
});

test("a purchase closes the lead by itself, and a buyer who was no lead does not become one", async () => {
  const me = await newLearner(institute, { email: "buyer@example.com" });
  const { lead: found } = await enquire({ email: "buyer@example.com", mobileNumber: me.mobileNumber });
  await desk.inbox.change({ leadId: found.leadId, version: found.version, nextCallAt: "2026-11-18T05:00:00.000Z" });
  await payAtGateway(institute, (await orderCourse(me)).order_id);
  await settle(institute);
  await desk.inbox.list({});
  const after = await desk.inbox.read({ leadId: found.leadId });
  expect(after).toMatchObject({ status: "enrolled", nextCallAt: null });
  expect(after.events.map(({ kind }) => kind)).toContain("purchase");
  const stranger = await newLearner(institute, { email: "stranger@example.com" });
  await payAtGateway(institute, (await orderCourse(stranger)).order_id);
  await settle(institute);
  await desk.inbox.list({});
  expect(await db.$count(lead, eq(lead.email, "stranger@example.com"))).toBe(0);
});

test("who writes again is not lost any more", async () => {
  const { lead: found, email, mobileNumber } = await enquire();
  await desk.inbox.change({ leadId: found.leadId, version: found.version, status: "lost", lostReason: "No time" });
  institute.setNow(new Date(testDay.getTime() + 60_000));
  await visitor.lead.contact({ email, mobileNumber, enquiryFor: "Python", fullName: "Back Again", query: "Now?" });
  institute.setNow(testDay);
  await desk.inbox.list({});
  expect(await desk.inbox.read({ leadId: found.leadId })).toMatchObject({ status: "new", lostReason: null });
});

test("new leads get an owner in turn, if the institute wants that", async () => {
  await expect(desk.inbox.changeAssignment({ assignment: "in turn", version: 0 })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  await owner.inbox.changeAssignment({ assignment: "in turn", version: 0 });
  await expect(owner.inbox.changeAssignment({ assignment: "by hand", version: 0 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  const owners: (string | undefined)[] = [];
  for (let n = 0; n < 4; n++) {
    institute.setNow(new Date(testDay.getTime() + (n + 1) * 1000));
    owners.push((await enquire()).lead.owner?.name);
  }
  institute.setNow(testDay);
  expect(new Set(owners.slice(0, 2)).size).toBe(2);
  expect(owners.slice(2)).toEqual(owners.slice(0, 2));
  expect(owners).not.toContain("Anitha Devan");
  await owner.inbox.changeAssignment({ assignment: "by hand", version: 1 });
});

test("an owner is reminded of a call once, when its time has come", async () => {
  const { lead: found } = await enquire();
  const nextCallAt = new Date(testDay.getTime() + 600_000).toISOString();
  const ownerId = counsellor.person.id;
  await desk.inbox.change({ leadId: found.leadId, version: found.version, ownerId, nextCallAt });
  institute.mails.length = 0;
  await remind(institute.deps);
  institute.setNow(new Date(testDay.getTime() + 600_000));
  await remind(institute.deps);
  await remind(institute.deps);
  await institute.runJobs();
  institute.setNow(testDay);
  expect(institute.mails.filter(({ to }) => to === counsellor.email)).toMatchObject([
    { subject: `Call ${found.name}`, text: expect.stringContaining(`/staff/leads?lead=${found.leadId}`) },
  ]);
});

test("an erased person is erased from the inbox and from what the audit log says about the lead", async () => {
  const { runVerb } = await import("../account/command.ts");
  const { lead: found, email, name } = await enquire({ name: "Leaving Person" });
  const { lead: other, email: otherEmail } = await enquire({ name: "Leaving Twice" });
  await counsellor.inbox.change({ leadId: found.leadId, version: found.version, name: "Leaving Personally" });
  const { lead: deeper } = await enquire({ name: "Leaving Thrice" });
  await counsellor.inbox.merge({ leadId: other.leadId, otherId: deeper.leadId });
  await counsellor.inbox.merge({ leadId: found.leadId, otherId: other.leadId });
  const aboutThem = () =>
    db
      .select()
      .from(auditEntry)
      .where(inArray(auditEntry.thingId, [found.leadId, other.leadId, deeper.leadId]));
  expect(JSON.stringify(await aboutThem())).toContain(name);
  const before = (await aboutThem()).length;
  await runVerb(db, ["erase", email, otherEmail, "--sure"], testDay);
  await expect(desk.inbox.read({ leadId: found.leadId })).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
  expect(await db.$count(leadEvent, inArray(leadEvent.email, [email, otherEmail]))).toBe(0);
  const left = await aboutThem();
  expect(left).toHaveLength(before);
  expect(JSON.stringify(left)).not.toContain("Leaving");
  expect(left).toContainEqual(expect.objectContaining({ who: "Shalini Ravi", thing: "Erased", after: null }));
});

test("a name that a person wrote replaces one that was made from an address, whichever is collected first", async () => {
  const contact = { enquiryFor: "Java", query: "How much?", page: "/contactus" };
  for (const [n, isFirst] of [true, false].entries()) {
    const email = `zx8${n}@example.com`;
    const sendName = () =>
      visitor.lead.contact({ ...contact, fullName: "Real Name", email, mobileNumber: `821000000${n}` });
    if (isFirst) await sendName();
    await visitor.lead.subscribe({ email, source: "footer" });
    if (!isFirst) await desk.inbox.list({});
    if (!isFirst) await sendName();
    expect((await desk.inbox.list({ words: email })).leads).toMatchObject([{ name: "Real Name" }]);
  }
});

test("who writes again after a first call is to be called, and the call of a closed lead goes with a line in the log", async () => {
  const { lead: found, ...person } = await enquire();
  const { leadId } = found;
  const { version } = await desk.inbox.change({ leadId, version: found.version, status: "enrolled" });
  institute.setNow(new Date(testDay.getTime() + 60_000));
  await visitor.lead.contact({
    ...{ enquiryFor: "Java", fullName: person.name, query: "A second course", page: "/" },
    ...{ email: person.email, mobileNumber: person.mobileNumber },
  });
  const again = await desk.inbox.read({ leadId });
  expect(again).toMatchObject({ status: "enrolled", version: version + 1 });
  expect(again.nextCallAt).not.toBeNull();
  const lost = { status: "lost", lostReason: "Has a job", nextCallAt: "2026-12-24T05:00:00.000Z" } as const;
  expect(await desk.inbox.change({ leadId, version: again.version, ...lost })).toMatchObject({ nextCallAt: null });
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, leadId));
  expect(entries).toContainEqual(
    expect.objectContaining({ before: { nextCall: again.nextCallAt }, after: { nextCall: null } }),
  );
  institute.setNow(testDay);
});

test("a field that nobody filled in does not go out", async () => {
  const { lead: found } = await enquire();
  const mail = { leadId: found.leadId, subject: "Hello", text: "About {course}: come on Monday" };
  await expect(desk.inbox.mail(mail)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { text: "Write what you mean in place of {course}" },
  });
});

test("only an erasure changes the audit log, and nothing but the words about a person", async () => {
  const update = (what: string) => db.execute(sql.raw(`update audit_entry set ${what} where kind = 'lead'`));
  const isRefused = { cause: expect.objectContaining({ message: expect.stringContaining("cannot be changed") }) };
  await expect(update("thing = 'Erased', before = null, after = null")).rejects.toMatchObject(isRefused);
  const erasing = db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('shoreline.is_erasing', 'yes', true)`);
    await tx.execute(sql`update audit_entry set who = 'Nobody', before = null, after = null, reason = null`);
  });
  await expect(erasing).rejects.toMatchObject(isRefused);
});

test("somebody who left only a number is erased by the number", async () => {
  const { runVerb } = await import("../account/command.ts");
  const added = await desk.inbox.create({ name: "Number Only", number: "8311111111", email: null });
  await runVerb(db, ["erase", "8311111111", "--sure"], testDay);
  await expect(desk.inbox.read({ leadId: added.leadId })).rejects.toMatchObject({ code: "UNKNOWN_LEAD" });
});

test("what somebody did in a demonstration stays until the next day, also over a restart", async () => {
  const { files } = institute.deps;
  const later = (hours: number) => new Date(testDay.getTime() + hours * 3_600_000);
  await inboxDemo.freshen?.({ db, files, now: testDay } as never);
  await db.insert(lead).values({ name: "Tried It", source: "hand", cameAt: testDay, lastAt: testDay, isDemo: true });
  await inboxDemo.freshen?.({ db, files, now: later(2) } as never);
  expect(await db.$count(lead, eq(lead.name, "Tried It"))).toBe(1);
  await inboxDemo.freshen?.({ db, files, now: later(24) } as never);
  expect(await db.$count(lead, eq(lead.name, "Tried It"))).toBe(0);
});
