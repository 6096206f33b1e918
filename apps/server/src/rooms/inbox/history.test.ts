import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { notification, sentMessage } from "../../db/tables/notification.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { newStaff } from "../../test/staff.ts";
import { newWebinar, takeConfirmedSeat } from "../../test/webinars.ts";

const institute = await testInstitute();
const { db } = institute;
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const minutesLater = (minutes: number) => new Date(testDay.getTime() + minutes * 60_000);

async function enquire(person: { name: string; email: string; mobileNumber: string }) {
  await institute.visitor().lead.enquire({
    ...person,
    ...{ selectedCoruse: "Python", otherCourseName: "", description: "When?" },
  });
  const { leads } = await desk.inbox.list({ words: person.mobileNumber });
  return leads[0]?.leadId ?? "";
}

test("messages of the product stand in the history at their time, and a failed one says why", async () => {
  const leadId = await enquire({ name: "Mala Devi", email: "mala@example.com", mobileNumber: "8300000001" });
  const number = "+918300000001";
  const sent = (template: string, minutes: number) => ({
    ...{ channel: "sms" as const, template, number },
    ...{ sentAt: minutesLater(minutes), changedAt: minutesLater(minutes) },
  });
  await db.insert(sentMessage).values([
    { ...sent("sign-in-code", -10), state: "delivered" },
    { ...sent("class-moved", 10), state: "failed", reason: "Number not in service" },
    { ...sent("class-moved", 20), number: "+918300000099" },
  ]);
  const { events } = await desk.inbox.read({ leadId });
  expect(events.map(({ kind, text }) => [kind, text])).toEqual([
    ["message", "Class moved"],
    ["popup", "When?"],
    ["message", "Sign in code"],
  ]);
  expect(events[0]).toMatchObject({ who: "The system", facts: { By: "SMS", State: "Failed: Number not in service" } });
  expect(events[2]?.facts).toEqual({ By: "SMS", State: "Delivered" });
});

test("mails of the product stand in the history, and what staff wrote stands there once", async () => {
  const leadId = await enquire({ name: "Post Box", email: "Post@example.com", mobileNumber: "8300000002" });
  await desk.inbox.mail({ leadId, subject: "Your question", text: "On Monday." });
  await institute.runJobs();
  expect(institute.mails.filter(({ to }) => to.toLowerCase() === "post@example.com")).toHaveLength(2);
  const { events } = await desk.inbox.read({ leadId });
  const mails = events.filter(({ kind }) => kind === "mail" || kind === "message");
  expect(mails.map(({ kind, who }) => [kind, who]).sort()).toEqual([
    ["mail", "Prakash Immanuel"],
    ["message", "The system"],
  ]);
  expect(mails.find(({ kind }) => kind === "message")?.facts).toEqual({ By: "E-mail" });
});

test("what a learner does later joins the lead: test, webinar, purchase and notifications", async () => {
  const me = await newLearner(institute, { email: "account@example.com" });
  // The enquiry names another address: the number alone joins them.
  const leadId = await enquire({ name: "Kavya Raman", email: "other@example.com", mobileNumber: me.mobileNumber });
  const collectionId = "python";
  const [first] = await me.quiz.topics({ collectionId });
  const topic = first?.topic ?? "";
  const answerKey = (await me.quiz.questions({ collectionId, topic })).map(({ _id, answer }) => ({
    ...{ _id, selectedOption: answer },
  }));
  await me.quiz.submit({ collectionId, topic, username: "Kavya Raman", email: "account@example.com", answerKey });
  const { slug } = await newWebinar(institute, { title: "Your first API" });
  const registrant = { username: "Kavya Raman", email: "seat@example.com", mobileNumber: me.mobileNumber };
  await takeConfirmedSeat(institute, slug, registrant);
  await payAtGateway(institute, (await orderCourse(me)).order_id);
  await settle(institute);
  await desk.inbox.list({});
  const found = await desk.inbox.read({ leadId });
  const kinds = new Set(found.events.map(({ kind }) => kind));
  for (const kind of ["popup", "test", "webinar", "purchase", "status", "message", "notification"])
    expect([...kinds]).toContain(kind);
  expect(found).toMatchObject({ status: "enrolled" });
  expect(await db.$count(lead, eq(lead.email, "account@example.com"))).toBe(0);
  const moments = found.events.map(({ at }) => at);
  expect(moments).toEqual(moments.toSorted().reverse());
});

test("the history says who came to a webinar and who missed it, as staff mark it", async () => {
  const person = { name: "Webinar Guest", email: "guest@example.com", mobileNumber: "8300000088" };
  const leadId = await enquire(person);
  const { id, slug, startAt } = await newWebinar(institute, { title: "Ports and pages", hoursAhead: 1 });
  const registrant = { username: person.name, email: person.email, mobileNumber: person.mobileNumber };
  await takeConfirmedSeat(institute, slug, registrant);
  await desk.inbox.list({});
  const lines = async () =>
    (await desk.inbox.read({ leadId })).events.filter(({ kind }) => kind === "webinar").map(({ text }) => text);
  expect(await lines()).toEqual(["Registered for the webinar Ports and pages"]);
  institute.setNow(new Date(startAt.getTime() + 4 * 3_600_000));
  expect(await lines()).toEqual(["Missed the webinar Ports and pages", "Registered for the webinar Ports and pages"]);
  await db.update(webinarSeat).set({ attended: true }).where(eq(webinarSeat.webinarId, id));
  expect((await lines())[0]).toBe("Attended the webinar Ports and pages");
  institute.setNow(testDay);
});

test("a history has 200 lines at most, whichever part is long", async () => {
  const me = await newLearner(institute, { email: "long@example.com" });
  const leadId = await enquire({ name: "Long Story", email: "long@example.com", mobileNumber: me.mobileNumber });
  const learnerId = (await me.account.read({}))._id;
  await db.update(lead).set({ learnerId }).where(eq(lead.id, leadId));
  const many = Array.from({ length: 150 }, (_, n) => n);
  await db
    .insert(leadEvent)
    .values(many.map((n) => ({ leadId, kind: "note" as const, text: `${n}`, at: minutesLater(n) })));
  await db
    .insert(notification)
    .values(many.map((n) => ({ learnerId, title: `Title ${n}`, text: "", sentAt: minutesLater(n) })));
  const { events } = await desk.inbox.read({ leadId });
  expect(events).toHaveLength(200);
  expect(events.filter(({ kind }) => kind === "note")).toHaveLength(100);
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(200);
});
