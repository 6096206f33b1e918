import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead, uncollected } from "../../db/tables/inbox.ts";
import { contactEnquiry } from "../../db/tables/lead.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { openInbox } from "../../test/inbox.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";

const institute = await testInstitute();
const { db } = institute;
const { visitor, desk, counsellor, owner, enquire } = await openInbox(institute);

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
