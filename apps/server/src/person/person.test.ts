import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { learner } from "../db/tables/account.ts";
import { invoice } from "../db/tables/enrolment.ts";
import { erasure } from "../db/tables/house.ts";
import { contactEnquiry, subscription } from "../db/tables/lead.ts";
import { paymentOrder } from "../db/tables/payment.ts";
import { institute as instituteTable } from "../db/tables/site.ts";
import { webinarSeat } from "../db/tables/webinar.ts";
import { personal, retentionRules } from "../house.ts";
import { enqueue } from "../jobs/queue.ts";
import { mailOf, sendMail, sendWritten } from "../mail.ts";
import { runVerb } from "../rooms/account/command.ts";
import { welcomeMail } from "../rooms/notification/mails.ts";
import { testDay } from "../test/global-setup.ts";
import { testInstitute } from "../test/institute.ts";
import { newLearner, ticketFor, withToken } from "../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../test/paying.ts";
import { newWebinar } from "../test/webinars.ts";
import { eraseAgain } from "./erase.ts";
import { eraseOverdue, monthsBefore, readRetention } from "./retention.ts";

const institute = await testInstitute();
const { db } = institute;
const [first] = await institute.visitor().quiz.list({});
const collectionId = first?._id ?? "";
const [topic] = await institute.visitor().quiz.topics({ collectionId });
const [question] = await institute.visitor().quiz.questions({ collectionId, topic: topic?.topic ?? "" });
const free = await newWebinar(institute);
const priced = await newWebinar(institute, { priceInPaise: 49_900 });

type Contact = { email: string; mobileNumber: string };
type Visitor = Omit<ReturnType<typeof institute.visitor>, "request">;

/** Sends every form of the site with this address and number. */
async function sendForms({ email, mobileNumber }: Contact, visitor: Visitor = institute.visitor()) {
  const [offline] = await visitor.course.offline({});
  await visitor.lead.subscribe({ email, source: "footer" } as never);
  await visitor.lead.contact({ enquiryFor: "Python", fullName: "Kavya Raman", query: "When?", email, mobileNumber });
  await visitor.lead.enquire({ name: "Kavya Raman", email, mobileNumber, selectedCoruse: "Python" } as never);
  await visitor.lead.download({ recordId: offline?._id ?? "", name: "Kavya Raman", email, mobileNumber } as never);
  const who = { username: "Kavya Raman", email, mobileNumber };
  await visitor.webinar.register({ webinar: free.slug, ...who });
  await visitor.payment.order({ amount: 49_900, webinarId: priced.slug, ...who });
  await visitor.quiz.submit({
    ...{ collectionId, topic: topic?.topic ?? "", username: "Kavya", email },
    answerKey: [{ _id: question?._id ?? "" }],
  } as never);
}

const formTables = [
  "contact_enquiry",
  "course_enquiry",
  "result",
  "subscription",
  "syllabus_download",
  "webinar_hold",
  "webinar_seat",
];

/** The tables of the whole database that mention this text. Counts of attempts expire within a day. */
async function whereIs(text: string): Promise<string[]> {
  const { rows } = await institute.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limit' order by 1",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await institute.pool.query(
      `select from "${name}" as t where position($1 in lower(t::text)) > 0 limit 1`,
      [text.toLowerCase()],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

test("staff export a person by number and by mail: every table that mentions them, and nobody else", async () => {
  const me = await newLearner(institute, { email: "asked@example.com" });
  await payAtGateway(institute, (await orderCourse(me)).order_id);
  await settle(institute);
  await sendForms({ email: "asked@example.com", mobileNumber: me.mobileNumber });
  await sendForms({ email: "nobody@example.com", mobileNumber: "7100000001" });
  const { lines } = await runVerb(db, ["export", me.mobileNumber, "Asked@example.com"], testDay);
  const exported = JSON.parse(lines[0] ?? "");
  const tables = new Set([exported[`+91${me.mobileNumber}`], exported["Asked@example.com"]].flatMap(Object.keys));
  for (const name of [...(await whereIs("asked@example.com")), ...(await whereIs(me.mobileNumber)), "session"])
    expect([name, tables.has(name)]).toEqual([name, true]);
  expect(lines[0]).not.toContain("nobody@example.com");
  expect(lines[0]).not.toContain("hash");
});

test("staff erase a person by number and by mail: nothing is left but accounting records", async () => {
  const me = await newLearner(institute, { email: "gone@example.com" });
  await payAtGateway(institute, (await orderCourse(me)).order_id);
  await settle(institute);
  await sendForms({ email: "gone@example.com", mobileNumber: me.mobileNumber });
  await sendForms({ email: "stays@example.com", mobileNumber: "7100000002" });
  await institute.runJobs();
  await expect(runVerb(db, ["erase", me.mobileNumber], testDay)).rejects.toThrow("add --sure");
  expect(await whereIs("gone@example.com")).toContain("contact_enquiry");
  const { lines } = await runVerb(db, ["erase", me.mobileNumber, "gone@example.com", "--sure"], testDay);
  expect(lines).toContain("learner: 1 erased");
  expect(await whereIs("gone@example.com")).toEqual(["invoice"]);
  expect(await whereIs(me.mobileNumber)).toEqual(["invoice"]);
  expect(await whereIs("stays@example.com")).toEqual([...formTables, "payment_order", "sent_mail"].sort());
  await expect(me.account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});

test("an address does not erase the account of somebody who typed it, and nonsense erases nobody", async () => {
  const me = await newLearner(institute, { email: "shared@example.com" });
  const { lines } = await runVerb(db, ["erase", "shared@example.com", "--sure"], testDay);
  expect(lines).toEqual([`The account of +91${me.mobileNumber} also has this address. To erase it, give its number.`]);
  expect(await me.account.read({})).toMatchObject({ email: "shared@example.com" });
  for (const wrong of [[], ["erase"], ["erase", "%"], ["erase", "12", "--sure"], ["forget", me.mobileNumber]])
    await expect(runVerb(db, wrong, testDay)).rejects.toThrow("Usage:");
});

async function unsubscribeToken(email: string): Promise<string> {
  const [row] = await db.select().from(subscription).where(eq(subscription.email, email));
  return row?.token ?? "";
}

test("who deletes the account also loses enquiries, seats and results, but nothing of others", async () => {
  const me = await newLearner(institute, { email: "leaver@example.com" });
  await sendForms({ email: "leaver@example.com", mobileNumber: me.mobileNumber }, me);
  await sendForms({ email: "friend@example.com", mobileNumber: me.mobileNumber });
  await me.lead.unsubscribe({ token: await unsubscribeToken("leaver@example.com") });
  institute.setNow(new Date(testDay.getTime() + 120_000));
  await me.account.remove({ ticket: await ticketFor(institute, me.mobileNumber) });
  await institute.runJobs();
  institute.setNow(testDay);
  expect(await whereIs("leaver@example.com")).toEqual(["sent_mail", "subscription", "webinar_hold"]);
  expect(await whereIs("friend@example.com")).toContain("contact_enquiry");
});

test("nobody erases a stranger's data by giving the stranger's address", async () => {
  await sendForms({ email: "victim@example.com", mobileNumber: "7100000007" });
  await institute.runJobs();
  const before = await whereIs("victim@example.com");
  const liar = await newLearner(institute, { email: "victim@example.com" });
  await liar.account.remove({ ticket: await ticketFor(institute, liar.mobileNumber) });
  await institute.runJobs();
  expect(await whereIs("victim@example.com")).toEqual(before);
});

test("the list of erasures names nobody, and erases those again who were erased since the backup, not who came back", async () => {
  const contact = { email: "again@example.com", mobileNumber: "7100000003" };
  await sendForms(contact);
  await runVerb(db, ["erase", contact.email, "--sure"], testDay);
  await runVerb(db, ["erase", contact.mobileNumber, "--sure"], testDay);
  expect(JSON.stringify(await db.select().from(erasure))).not.toMatch(/again|7100000003/);
  await sendForms({ ...contact, email: "Again@example.com" });
  await sendForms({ email: "other@example.com", mobileNumber: "7100000004" });
  expect(await whereIs("again@example.com")).not.toEqual([]);
  expect(await eraseAgain(db, { places: personal, now: testDay, since: new Date(testDay.getTime() + 3_600_000) })).toBe(
    0,
  );
  expect(await whereIs("again@example.com")).not.toEqual([]);
  expect(await eraseAgain(db, { places: personal, now: testDay, since: testDay })).toBeGreaterThan(1);
  expect(await whereIs("again@example.com")).toEqual([]);
  expect(await whereIs(contact.mobileNumber)).toEqual([]);
  expect(await whereIs("other@example.com")).toEqual([...formTables, "payment_order"].sort());
});

test("staff sign a learner out everywhere, and give the account another number", async () => {
  const me = await newLearner(institute, { email: "lost-phone@example.com" });
  const other = await newLearner(institute, { email: "neighbour@example.com" });
  await runVerb(db, ["sign-out", me.mobileNumber], testDay);
  await expect(me.account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await other.account.read({})).toMatchObject({ email: "neighbour@example.com" });
  const move = (to: string) => runVerb(db, ["move", me.mobileNumber, to, "--sure"], testDay);
  await expect(move(other.mobileNumber)).rejects.toThrow("has an account already");
  await expect(move("12")).rejects.toThrow("Usage:");
  await expect(runVerb(db, ["sign-out", "7100000099"], testDay)).rejects.toThrow("There is no account");
  await move("7100000098");
  await institute.runJobs();
  expect(institute.mails.at(-1)).toMatchObject({ to: "lost-phone@example.com" });
  const { token } = await institute
    .visitor()
    .account.login({ mobileNumber: "7100000098", ticket: await ticketFor(institute, "7100000098") });
  expect(await withToken(institute, token).account.read({})).toMatchObject({ email: "lost-phone@example.com" });
});

test("an erasure removes the parked mails to an address, and no other", async () => {
  for (const to of ["Parked@example.com", "stays@example.com"])
    await enqueue(db, sendWritten, { to, subject: "Hello", text: "Hello" });
  await enqueue(db, sendMail, mailOf(welcomeMail, { to: "parked@example.com", data: { firstName: "Pia" } }));
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`);
  expect((await runVerb(db, ["erase", "parked@example.com", "--sure"], testDay)).lines).toEqual([
    "parked messages: 2 erased",
  ]);
  const { rows } = await db.execute(
    sql`select payload ->> 'to' as "to" from graphile_worker._private_jobs where payload ->> 'to' in ('Parked@example.com', 'parked@example.com', 'stays@example.com')`,
  );
  expect(rows).toEqual([{ to: "stays@example.com" }]);
  await db.execute(sql`delete from graphile_worker._private_jobs`);
});

test("staff correct a date of birth", async () => {
  const me = await newLearner(institute, { dateOfBirth: "2012-05-01" });
  const correct = (date: string) => runVerb(db, ["born", me.mobileNumber, date], testDay);
  for (const wrong of ["2006-02-30", "31.5.2006", "2999-01-01"])
    await expect(correct(wrong)).rejects.toThrow("Write the date of birth like 2006-05-31.");
  expect((await correct("2006-05-31")).lines).toEqual([expect.stringContaining("is now 2006-05-31")]);
  expect(await me.account.read({})).toMatchObject({ dateOfBirth: "2006-05-31" });
});

test.each([
  ["2026-05-31T00:00:00Z", 3, "2026-02-28T00:00:00.000Z"],
  ["2026-11-15T06:30:00Z", 24, "2024-11-15T06:30:00.000Z"],
  ["2024-02-29T00:00:00Z", 12, "2023-02-28T00:00:00.000Z"],
])("%s, %s months before, is %s", (now, months, before) => {
  expect(monthsBefore(new Date(now), months).toISOString()).toBe(before);
});

test("what is over its period is erased; the institute's periods count", async () => {
  const contact = { email: "old@example.com", mobileNumber: "7100000005" };
  await sendForms(contact);
  await institute.pool.query("update webinar_seat set confirmed_at = taken_at");
  const after = async (months: number) => {
    const now = new Date(testDay);
    now.setUTCMonth(now.getUTCMonth() + months);
    await eraseOverdue(db, { rules: retentionRules, periods: await readRetention(db), now });
    return whereIs("old@example.com");
  };
  expect(await after(2)).toEqual([...formTables, "payment_order"].sort());
  expect(await after(4)).toEqual(formTables);
  expect(await after(13)).toEqual(formTables.filter((name) => name !== "webinar_seat"));
  const [row] = await db.select().from(instituteTable);
  if (row)
    await db.update(instituteTable).set({ profile: { ...row.profile, erasedAfterMonths: { enquiries: 14 } as never } });
  expect(await after(15)).toEqual(["result", "subscription", "webinar_hold"]);
  expect(await after(25)).toEqual(["subscription", "webinar_hold"]);
  await db.delete(contactEnquiry);
  expect(await db.$count(webinarSeat)).toBe(0);
  expect(await db.$count(paymentOrder)).toBeGreaterThan(0);
  expect(await db.$count(learner, eq(learner.email, "asked@example.com"))).toBe(1);

  // The drawn invoice goes too: the next one has no name.
  const [paid] = await db.select().from(invoice);
  await institute.deps.files.put(`invoice/${paid?.id}-2.pdf`, { bytes: new Uint8Array(), type: "application/pdf" });
  await after(97);
  await institute.runJobs();
  expect(await db.$count(invoice, sql`content -> 'buyer' ->> 'name' <> ''`)).toBe(0);
  expect([...institute.stored.keys()].filter((key) => key.startsWith("invoice/"))).toEqual([]);
});
