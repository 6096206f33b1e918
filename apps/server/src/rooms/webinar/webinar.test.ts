import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { diffContent } from "../../content/apply.ts";
import { freshenDemo } from "../../content/demo.ts";
import { changeDemo } from "../../content/demo-command.ts";
import { shippedFolder } from "../../content/folder.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { contentKinds, demoMakers } from "../../house.ts";
import { testDay } from "../../test/global-setup.ts";
import { insist } from "../../test/insist.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { newRegistrant, newWebinar, seatsOf, takeConfirmedSeat, takeUnconfirmedSeat } from "../../test/webinars.ts";
import { tidySeats } from "./queries.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number) => new Date(testDay.getTime() + ms);
const clearMails = async () => {
  await institute.runJobs();
  institute.mails.length = 0;
};

test("the demo has a free webinar in two days, a paid one in a week and three past ones, at any date", async () => {
  const read = async () =>
    (await institute.visitor().webinar.list({})).map(({ _id, isFree, isComplete, startAt }) => ({
      _id,
      isFree,
      isComplete,
      days: Math.round((Date.parse(startAt) - institute.deps.clock.now().getTime()) / 86_400_000),
    }));
  const demo = [
    { _id: "honest-charts", isFree: false, isComplete: false, days: 7 },
    { _id: "first-api", isFree: true, isComplete: false, days: 2 },
    { _id: "git-without-fear", isFree: true, isComplete: true, days: -6 },
    { _id: "first-interview", isFree: true, isComplete: true, days: -20 },
    { _id: "forms-people-finish", isFree: true, isComplete: true, days: -41 },
  ];
  expect(await read()).toEqual(demo);
  const freshen = (now: Date) => {
    institute.setNow(now);
    institute.cache.purge();
    return freshenDemo({ db, files: institute.deps.files, now, kinds: contentKinds, makers: demoMakers });
  };
  await freshen(at(9 * 24 * hour));
  expect(await read()).toEqual(demo);

  // A webinar with a seat keeps its date, and gets a successor once it is over.
  await institute.visitor().webinar.register({ webinar: "first-api", ...newRegistrant() });
  await freshen(at(10 * 24 * hour));
  expect((await read()).find(({ _id }) => _id === "first-api")?.days).toBe(1);
  await freshen(at(13 * 24 * hour));
  await freshen(at(13 * 24 * hour));
  expect((await read()).filter(({ _id }) => _id.startsWith("first-api"))).toEqual([
    { _id: "first-api-2026-11-30", isFree: true, isComplete: false, days: 2 },
    { _id: "first-api", isFree: true, isComplete: false, days: -2 },
  ]);
  // Nobody but the product has changed these, and the demo goes with its copies.
  const { files, clock } = institute.deps;
  const demoRun = { db, files, now: clock.now(), kinds: contentKinds, root: shippedFolder, source: "demo" } as const;
  expect(await diffContent(demoRun)).toEqual([]);
  expect((await changeDemo(db, ["remove"])).join("\n")).toMatch(/ 1 {2}webinar seats\n[\s\S]* 6 {2}webinar\n/);
  institute.setNow(testDay);
  await db.delete(webinarSeat);
  await db.delete(webinar);
  institute.cache.purge();
});

test("without an upcoming webinar nothing is announced", async () => {
  await newWebinar(institute, { hoursAhead: -1 });
  await newWebinar(institute, { hoursAhead: 1, isComplete: true });
  expect(await institute.visitor().webinar.notification({})).toBeNull();
});

test("the next webinar is announced together with the server's time", async () => {
  await newWebinar(institute, { hoursAhead: 9 });
  const next = await newWebinar(institute, { hoursAhead: 2, course: "Your first API" });
  expect(await institute.visitor().webinar.notification({})).toEqual({
    _id: next.slug,
    course: "Your first API",
    startAt: next.startAt.toISOString(),
    now: testDay.toISOString(),
  });
});

test("a webinar page has its defaults and counts real registrants, but never shows the meeting link", async () => {
  const { slug } = await newWebinar(institute, { seats: 3 });
  const visitor = institute.visitor();
  await takeConfirmedSeat(institute, slug);
  const answer = await visitor.webinar.upcoming({ webinarId: slug });
  expect(answer).toMatchObject({ _id: slug, enrolledCount: 101, duration: 60, isFree: true, price: 0, seatsLeft: 2 });
  expect(answer.now).toBe(testDay.toISOString());
  expect(JSON.stringify(answer)).not.toMatch(/meet\.jit\.si|chat\.example/);
  expect(await visitor.webinar.page({ webinarId: slug })).toMatchObject({ enrolledCount: 100 });
  for (const name of ["upcoming", "page"] as const)
    await expect(visitor.webinar[name]({ webinarId: "no-such" })).rejects.toMatchObject({ code: "UNKNOWN_WEBINAR" });
  expect((await visitor.webinar.now({})).webinars).toContainEqual({ _id: slug, enrolledCount: 101, seatsLeft: 2 });
});

test("a visitor confirms by the link in the mail, and then gets one confirmation with a calendar file", async () => {
  const { slug, id } = await newWebinar(institute, { seats: 3 });
  await clearMails();
  const me = newRegistrant();
  const visitor = institute.visitor();
  expect(await visitor.webinar.register({ webinar: slug, ...me })).toEqual({
    message: "Registration successful! Redirecting to WhatsApp group...",
    groupUrl: "https://chat.example/group",
    userId: null,
  });
  await institute.runJobs();
  const [request] = institute.mails;
  expect(request).toMatchObject({ to: me.email, subject: "Please confirm your seat: Your first API" });
  const [, userId = ""] = /127\.0\.0\.1:3000\/webinar\/user\/join\/([\w-]{22})\n/.exec(request?.text ?? "") ?? [];
  expect(await visitor.webinar.join({ userId })).toMatchObject({ isConfirmed: false, zoomLink: "" });
  expect((await visitor.webinar.upcoming({ webinarId: slug })).seatsLeft).toBe(3);
  await clearMails();

  for (let n = 0; n < 2; n++) await visitor.webinar.confirm({ userId });
  await expect(visitor.webinar.confirm({ userId: "nobody" })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
  expect(await visitor.webinar.join({ userId })).toMatchObject({ isConfirmed: true });
  expect((await visitor.webinar.upcoming({ webinarId: slug })).seatsLeft).toBe(2);
  expect(await seatsOf(institute, id)).toMatchObject([{ confirmedAt: testDay }]);
  await institute.runJobs();
  expect(institute.mails).toHaveLength(1);
  const [mail] = institute.mails;
  expect(mail).toMatchObject({ to: me.email, unsubscribeUrl: expect.stringContaining(`/unsubscribe/${userId}`) });
  expect(mail?.text).toContain(`http://127.0.0.1:3000/webinar/user/join/${userId}`);
  expect(mail?.text).toContain("Sunday, 15 November 2026, 5:00 PM IST");
  const [file] = mail?.attachments ?? [];
  expect(file).toMatchObject({ name: `${slug}.ics`, type: "text/calendar" });
  const text = Buffer.from(file?.bytes ?? [])
    .toString()
    .replaceAll("\r\n ", "");
  expect(text).toContain("DTSTART:20261115T113000Z");
  expect(text).toContain("DTEND:20261115T123000Z");
  expect(text).toContain(`/webinar/user/join/${userId}`);
});

test("a learner who is signed in gets the seat of their own address at once, but no seat of a stranger's", async () => {
  const { slug, id } = await newWebinar(institute);
  const { webinar: learner } = await newLearner(institute, { email: "anil@example.com" });
  const registrant = { username: "Anil Rao", email: "Anil@example.com", mobileNumber: "9876543210" };
  const { userId } = await learner.register({ webinar: slug, ...registrant });
  expect(await learner.join({ userId: userId ?? "" })).toMatchObject({ isConfirmed: true });
  expect(await learner.register({ webinar: slug, ...registrant })).toMatchObject({ userId });
  expect(await institute.visitor().webinar.register({ webinar: slug, ...registrant })).toMatchObject({ userId: null });
  expect(await learner.register({ webinar: slug, ...newRegistrant() })).toMatchObject({ userId: null });
  const [own, stranger] = (await seatsOf(institute, id)).sort((a, b) => a.email.localeCompare(b.email));
  expect(own).toMatchObject({ email: registrant.email, learnerId: expect.any(String) });
  expect(stranger).toMatchObject({ learnerId: null, confirmedAt: null });

  const hurried = await newLearner(institute, { email: "typed-before@example.com" });
  const typed = { ...registrant, email: "typed-before@example.com" };
  await institute.visitor().webinar.register({ webinar: slug, ...typed });
  expect(await hurried.webinar.register({ webinar: slug, ...typed })).toMatchObject({ userId: expect.any(String) });

  const owner = await takeConfirmedSeat(institute, slug);
  const liar = await newLearner(institute, { email: owner.email });
  const { userId: _id, ...copied } = owner;
  expect(await liar.webinar.register({ webinar: slug, ...copied })).toMatchObject({ userId: null });
});

test("a registration that gave way to another one cannot be confirmed, nor one for a webinar that costs by now", async () => {
  const { slug, id } = await newWebinar(institute);
  const [gone, late] = [await takeUnconfirmedSeat(institute, slug), await takeUnconfirmedSeat(institute, slug)];
  await db.delete(webinarSeat).where(eq(webinarSeat.joinId, gone.userId));
  const { confirm } = institute.visitor().webinar;
  await expect(confirm(gone)).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
  await db.update(webinar).set({ priceInPaise: 49_900 }).where(eq(webinar.id, id));
  await expect(confirm(late)).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
});

test("registering an address again gives the same answer, no second seat and at most one mail", async () => {
  const { slug, id } = await newWebinar(institute);
  const me = newRegistrant();
  const visitor = institute.visitor();
  const first = await visitor.webinar.register({ webinar: slug, ...me });
  await clearMails();
  const again = { ...me, email: me.email.toUpperCase(), username: "Somebody Else" };
  for (let n = 0; n < 4; n++) expect(await visitor.webinar.register({ webinar: slug, ...again })).toEqual(first);
  await institute.runJobs();
  expect(institute.mails).toHaveLength(0);
  institute.setNow(at(20 * minute));
  for (let n = 0; n < 4; n++) await visitor.webinar.register({ webinar: slug, ...again });
  await institute.runJobs();
  institute.setNow(testDay);
  expect(institute.mails.map(({ to }) => to)).toEqual([me.email]);
  expect(await seatsOf(institute, id)).toMatchObject([{ username: "Asha Kumar" }]);
});

/** 200 people at once: more than there are connections to the database. */
async function registerMany(slug: string): Promise<void> {
  const people = Array.from({ length: 200 }, newRegistrant);
  await Promise.all(people.map((who) => insist(() => institute.visitor().webinar.register({ webinar: slug, ...who }))));
}

test("200 invented addresses take no seat away, and registrations lapse when nobody confirms them", async () => {
  const { slug, id } = await newWebinar(institute, { seats: 2, hoursAhead: 100 });
  await registerMany(slug);
  const [kept] = [await takeConfirmedSeat(institute, slug)];
  expect((await institute.visitor().webinar.upcoming({ webinarId: slug })).seatsLeft).toBe(1);
  await tidySeats(db, at(47 * hour));
  expect(await seatsOf(institute, id)).toHaveLength(201);
  await tidySeats(db, at(49 * hour));
  expect(await seatsOf(institute, id)).toMatchObject([{ email: kept.email }]);
}, 120_000);

test("200 parallel confirmations fill exactly 50 seats, and 20 registrations of one address take one seat", async () => {
  const { slug, id } = await newWebinar(institute, { seats: 50 });
  await registerMany(slug);
  const seats = await seatsOf(institute, id);
  const outcomes = await Promise.allSettled(
    seats.map(({ joinId }) => insist(() => institute.visitor().webinar.confirm({ userId: joinId }))),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
  const codes = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(codes)).toEqual(new Set(["WEBINAR_FULL"]));
  expect((await seatsOf(institute, id)).filter(({ confirmedAt }) => confirmedAt)).toHaveLength(50);
  expect((await institute.visitor().webinar.upcoming({ webinarId: slug })).seatsLeft).toBe(0);

  const other = await newWebinar(institute, { seats: 50 });
  const me = newRegistrant();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      insist(() => institute.visitor().webinar.register({ webinar: other.slug, ...me })),
    ),
  );
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
  expect(await seatsOf(institute, other.id)).toHaveLength(1);
}, 120_000);

test.each([
  [{ username: "As" }, { username: "invalid username" }],
  [{ username: "Asha123" }, { username: "invalid username" }],
  [{ mobileNumber: "98765" }, { mobileNumber: "invalid mobileNumber" }],
  [{ email: "asha@" }, { email: "invalid email" }],
  [
    { email: 5, username: null },
    { email: "invalid email", username: "invalid username" },
  ],
])("a registration with %j is refused with %j", async (wrong, fields) => {
  const { slug, id } = await newWebinar(institute);
  const form = { webinar: slug, ...newRegistrant(), ...wrong } as never;
  await expect(institute.visitor().webinar.register(form)).rejects.toMatchObject({ status: 400, fields });
  expect(await seatsOf(institute, id)).toHaveLength(0);
});

test("nobody can register for a started, finished or unknown webinar; an address with a seat gets its link again", async () => {
  const { slug } = await newWebinar(institute);
  const visitor = institute.visitor();
  const { userId: _, ...me } = await takeConfirmedSeat(institute, slug);
  const { userId: late } = await takeUnconfirmedSeat(institute, slug);
  for (const hours of [5, 5.5, 8]) {
    institute.setNow(at(hours * hour));
    await expect(visitor.webinar.register({ webinar: slug, ...newRegistrant() })).rejects.toMatchObject({
      code: "WEBINAR_STARTED",
    });
  }
  await expect(visitor.webinar.confirm({ userId: late })).rejects.toMatchObject({ code: "WEBINAR_STARTED" });
  await clearMails();
  await expect(visitor.webinar.register({ webinar: slug, ...me })).rejects.toMatchObject({ code: "WEBINAR_STARTED" });
  await institute.runJobs();
  expect(institute.mails).toMatchObject([{ to: me.email, subject: "Your seat: Your first API" }]);
  institute.setNow(testDay);
  const cancelled = await newWebinar(institute, { isComplete: true });
  for (const wrong of [cancelled.slug, "no-such"])
    await expect(visitor.webinar.register({ webinar: wrong, ...newRegistrant() })).rejects.toBeTruthy();
});

test("a registrant with the join id gets the link from 15 minutes before the start until 15 minutes after the end", async () => {
  const { slug, id } = await newWebinar(institute);
  const visitor = institute.visitor();
  const { userId } = await takeConfirmedSeat(institute, slug);
  const linkAt = async (ms: number) => {
    institute.setNow(at(ms));
    return (await visitor.webinar.join({ userId })).zoomLink;
  };
  const link = "https://meet.jit.si/shoreline-test";
  expect(await linkAt(0)).toBe("");
  expect(await linkAt(5 * hour - 16 * minute)).toBe("");
  expect(await linkAt(5 * hour - 15 * minute)).toBe(link);
  expect(await linkAt(6 * hour + 14 * minute)).toBe(link);
  expect(await linkAt(6 * hour + 15 * minute)).toBe("");
  await db.update(webinar).set({ isComplete: true }).where(eq(webinar.id, id));
  expect(await linkAt(5 * hour)).toBe("");
  institute.setNow(testDay);
  const [seat] = await seatsOf(institute, id);
  for (const guess of ["nobody", seat?.id ?? "", userId.toLowerCase()])
    await expect(visitor.webinar.join({ userId: guess })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
});

test("the calendar file links to the registration, or with a seat of this webinar to its join page", async () => {
  const [{ slug }, other] = [await newWebinar(institute), await newWebinar(institute)];
  const visitor = institute.visitor();
  const { userId } = await takeConfirmedSeat(institute, slug);
  const read = async (input: { webinarId: string; userId?: string }) =>
    Buffer.from((await visitor.webinar.calendar(input)).bytes)
      .toString()
      .replaceAll("\r\n ", "");
  expect(await read({ webinarId: slug })).toContain(`/webinar/${slug}`);
  expect(await read({ webinarId: slug })).not.toContain("/join/");
  expect(await read({ webinarId: slug, userId })).toContain(`/webinar/user/join/${userId}`);
  await expect(read({ webinarId: other.slug, userId })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
});
