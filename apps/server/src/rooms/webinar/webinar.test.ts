import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { contents } from "../../house.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newRegistrant, newWebinar } from "../../test/webinars.ts";
import { sendNotices } from "./notices.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number) => new Date(testDay.getTime() + ms);
const forgetMails = async () => {
  await institute.runJobs();
  institute.mails.length = 0;
};
const seatsOf = (id: string) => db.select().from(webinarSeat).where(eq(webinarSeat.webinarId, id));

test("the demo brings one free webinar in two days, one paid in a week, three past, and keeps them fresh", async () => {
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
    return freshenDemo({ db, files: institute.deps.files, now, rooms: contents });
  };
  await freshen(at(9 * 24 * hour));
  expect(await read()).toEqual(demo);

  // Somebody has a seat now: their webinar stays where it is, and gets a successor once it is over.
  await institute.visitor().webinar.register({ webinar: "first-api", ...newRegistrant() });
  await freshen(at(10 * 24 * hour));
  expect((await read()).find(({ _id }) => _id === "first-api")?.days).toBe(1);
  await freshen(at(13 * 24 * hour));
  await freshen(at(13 * 24 * hour));
  expect((await read()).filter(({ _id }) => _id.startsWith("first-api"))).toEqual([
    { _id: "first-api-2026-11-30", isFree: true, isComplete: false, days: 2 },
    { _id: "first-api", isFree: true, isComplete: false, days: -2 },
  ]);
  institute.setNow(testDay);
  await db.delete(webinarSeat);
  await db.delete(webinar);
  institute.cache.purge();
});

test("without a webinar ahead there is nothing to announce", async () => {
  await newWebinar(institute, { hoursAhead: -1 });
  await newWebinar(institute, { hoursAhead: 1, isComplete: true });
  expect(await institute.visitor().webinar.notification({})).toBeNull();
});

test("the next one is announced, with the server's own time", async () => {
  await newWebinar(institute, { hoursAhead: 9 });
  const next = await newWebinar(institute, { hoursAhead: 2, course: "Your first API" });
  expect(await institute.visitor().webinar.notification({})).toEqual({
    _id: next.slug,
    course: "Your first API",
    startAt: next.startAt.toISOString(),
    now: testDay.toISOString(),
  });
});

test("a webinar is answered with its defaults, the real registrants on top, and never with its meeting", async () => {
  const { slug } = await newWebinar(institute, { seats: 3 });
  const visitor = institute.visitor();
  await visitor.webinar.register({ webinar: slug, ...newRegistrant() });
  const answer = await visitor.webinar.upcoming({ webinarId: slug });
  expect(answer).toMatchObject({ _id: slug, enrolledCount: 101, duration: 60, isFree: true, price: 0, seatsLeft: 2 });
  expect(answer.now).toBe(testDay.toISOString());
  expect(JSON.stringify(answer)).not.toMatch(/meet\.jit\.si|chat\.example/);
  expect(await visitor.webinar.page({ webinarId: slug })).toMatchObject({ enrolledCount: 100 });
  for (const name of ["upcoming", "page"] as const)
    await expect(visitor.webinar[name]({ webinarId: "no-such" })).rejects.toMatchObject({ code: "UNKNOWN_WEBINAR" });
  expect((await visitor.webinar.now({})).webinars).toContainEqual({ _id: slug, enrolledCount: 101, seatsLeft: 2 });
});

test("registering gives a seat, the group, an unguessable link and one confirmation with a calendar file", async () => {
  const { slug } = await newWebinar(institute);
  await forgetMails();
  const me = newRegistrant();
  const answer = await institute.visitor().webinar.register({ webinar: slug, ...me });
  expect(answer).toMatchObject({
    message: "Registration successful! Redirecting to WhatsApp group...",
    isNew: true,
    groupUrl: "https://chat.example/group",
    userId: expect.stringMatching(/^[\w-]{22}$/),
  });
  await institute.runJobs();
  expect(institute.mails).toHaveLength(1);
  const [mail] = institute.mails;
  expect(mail).toMatchObject({
    to: me.email,
    unsubscribeUrl: expect.stringContaining(`/unsubscribe/${answer.userId}`),
  });
  expect(mail?.text).toContain(`http://127.0.0.1:3000/webinar/user/join/${answer.userId}`);
  expect(mail?.text).toContain("Sunday, 15 November 2026, 5:00 PM IST");
  const [file] = mail?.attachments ?? [];
  expect(file).toMatchObject({ name: `${slug}.ics`, type: "text/calendar" });
  const text = Buffer.from(file?.bytes ?? [])
    .toString()
    .replaceAll("\r\n ", "");
  expect(text).toContain("DTSTART:20261115T113000Z");
  expect(text).toContain("DTEND:20261115T123000Z");
  expect(text).toContain(`/webinar/user/join/${answer.userId}`);
});

test("the same address again is answered kindly: one seat, no link for strangers, and not a flood of mails", async () => {
  const { slug, id } = await newWebinar(institute);
  const me = newRegistrant();
  const visitor = institute.visitor();
  const attemptId = "7f0c2b5e-3a7d-4c1e-9f35-2f2f0d6b8a11";
  const first = await visitor.webinar.register({ webinar: slug, ...me, attemptId });
  await forgetMails();
  // The answer was lost, the browser sends the same again.
  expect(await visitor.webinar.register({ webinar: slug, ...me, attemptId })).toEqual(first);
  const again = { ...me, email: me.email.toUpperCase(), username: "Somebody Else" };
  for (let n = 0; n < 4; n++)
    expect(await visitor.webinar.register({ webinar: slug, ...again })).toMatchObject({
      isNew: false,
      userId: null,
      message: expect.not.stringContaining("once more"),
    });
  await institute.runJobs();
  expect(institute.mails).toHaveLength(0);
  institute.setNow(at(20 * minute));
  for (let n = 0; n < 4; n++) await visitor.webinar.register({ webinar: slug, ...again });
  await institute.runJobs();
  institute.setNow(testDay);
  expect(institute.mails.map(({ to }) => to)).toEqual([me.email]);
  expect(await seatsOf(id)).toMatchObject([{ username: "Asha Kumar" }]);
});

test("two hundred at once for fifty seats make exactly fifty, and the same address twenty times makes one", async () => {
  const { slug, id } = await newWebinar(institute, { seats: 50 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => institute.visitor().webinar.register({ webinar: slug, ...newRegistrant() })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
  const codes = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(codes)).toEqual(new Set(["WEBINAR_FULL"]));
  expect(await seatsOf(id)).toHaveLength(50);
  expect((await institute.visitor().webinar.upcoming({ webinarId: slug })).seatsLeft).toBe(0);

  const other = await newWebinar(institute, { seats: 50 });
  const me = newRegistrant();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => institute.visitor().webinar.register({ webinar: other.slug, ...me })),
  );
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await seatsOf(other.id)).toHaveLength(1);
}, 60_000);

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
  expect(await seatsOf(id)).toHaveLength(0);
});

test("when it has begun, is over, or never was, nobody registers; who has a seat is still answered kindly", async () => {
  const { slug } = await newWebinar(institute);
  const visitor = institute.visitor();
  const me = newRegistrant();
  await visitor.webinar.register({ webinar: slug, ...me });
  for (const hours of [5, 5.5, 8]) {
    institute.setNow(at(hours * hour));
    await expect(visitor.webinar.register({ webinar: slug, ...newRegistrant() })).rejects.toMatchObject({
      code: "WEBINAR_STARTED",
    });
  }
  expect(await visitor.webinar.register({ webinar: slug, ...me })).toMatchObject({ isNew: false });
  institute.setNow(testDay);
  const called = await newWebinar(institute, { isComplete: true });
  for (const wrong of [called.slug, "no-such"])
    await expect(visitor.webinar.register({ webinar: wrong, ...newRegistrant() })).rejects.toBeTruthy();
});

test("the link is handed out from 15 minutes before until 15 after, to whoever has the id, and to nobody else", async () => {
  const { slug, id } = await newWebinar(institute);
  const visitor = institute.visitor();
  const { userId } = await visitor.webinar.register({ webinar: slug, ...newRegistrant() });
  const linkAt = async (ms: number) => {
    institute.setNow(at(ms));
    return (await visitor.webinar.join({ userId: userId ?? "" })).zoomLink;
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
  const [seat] = await seatsOf(id);
  for (const guess of ["nobody", seat?.id ?? "", (userId ?? "").toLowerCase()])
    await expect(visitor.webinar.join({ userId: guess })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
});

test("the calendar file leads to the registration, and with a seat of this webinar to its join page", async () => {
  const [{ slug }, other] = [await newWebinar(institute), await newWebinar(institute)];
  const visitor = institute.visitor();
  const { userId } = await visitor.webinar.register({ webinar: slug, ...newRegistrant() });
  const read = async (input: { webinarId: string; userId?: string }) =>
    Buffer.from((await visitor.webinar.calendar(input)).bytes)
      .toString()
      .replaceAll("\r\n ", "");
  expect(await read({ webinarId: slug })).toContain(`/webinar/${slug}`);
  expect(await read({ webinarId: slug })).not.toContain("/join/");
  expect(await read({ webinarId: slug, userId: userId ?? "" })).toContain(`/webinar/user/join/${userId}`);
  await expect(read({ webinarId: other.slug, userId: userId ?? "" })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
});

test("reminders come a day and an hour before, each once, to who had a seat by then and wants them", async () => {
  await db.delete(webinarSeat);
  await db.delete(webinar);
  const { slug } = await newWebinar(institute, { hoursAhead: 48 });
  const visitor = institute.visitor();
  const register = async () => {
    const who = newRegistrant();
    const { userId } = await visitor.webinar.register({ webinar: slug, ...who });
    return { ...who, userId: userId ?? "" };
  };
  const tell = async (ms: number) => {
    await forgetMails();
    institute.setNow(at(ms));
    await Promise.all([sendNotices(institute.deps), sendNotices(institute.deps), sendNotices(institute.deps)]);
    await institute.runJobs();
    return institute.mails.map(({ to, subject }) => `${to} ${subject.split(":")[0]}`).sort();
  };
  const [me, tired] = [await register(), await register()];
  expect(await tell(23 * hour)).toEqual([]);
  expect(await tell(24 * hour + minute)).toEqual([`${me.email} Tomorrow`, `${tired.email} Tomorrow`]);
  expect(await tell(25 * hour)).toEqual([]);
  // Who comes late needs no reminder of what they did a moment ago.
  const late = await register();
  expect(await tell(26 * hour)).toEqual([]);
  await visitor.webinar.unsubscribe({ userId: tired.userId });
  await visitor.webinar.unsubscribe({ userId: tired.userId });
  await expect(visitor.webinar.unsubscribe({ userId: "nobody" })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
  expect(await tell(47 * hour + minute)).toEqual([`${me.email} In an hour`, `${late.email} In an hour`].sort());
  expect(await tell(47 * hour + 6 * minute)).toEqual([]);
  expect(await tell(48 * hour)).toEqual([]);
  institute.setNow(testDay);
});

test("a webinar that is moved is told to everybody with a seat, once, and reminded of anew", async () => {
  const { slug, id } = await newWebinar(institute, { hoursAhead: 30 });
  const me = newRegistrant();
  await institute.visitor().webinar.register({ webinar: slug, ...me });
  await forgetMails();
  await db
    .update(webinar)
    .set({ startAt: at(50 * hour) })
    .where(eq(webinar.id, id));
  for (let n = 0; n < 2; n++) await sendNotices(institute.deps);
  await institute.runJobs();
  expect(institute.mails).toMatchObject([{ to: me.email, subject: "New time: Your first API" }]);
  expect(institute.mails[0]?.attachments).toMatchObject([{ type: "text/calendar" }]);
  institute.setNow(at(27 * hour));
  await sendNotices(institute.deps);
  await institute.runJobs();
  expect(institute.mails.at(-1)).toMatchObject({ to: me.email, subject: "Tomorrow: Your first API" });
  institute.setNow(testDay);
});

test("every move is told with the time it was, also one back and forth, and no reminder comes along with it", async () => {
  const { slug, id } = await newWebinar(institute, { hoursAhead: 30 });
  await institute.visitor().webinar.register({ webinar: slug, ...newRegistrant() });
  await forgetMails();
  institute.setNow(at(minute));
  for (const hours of [20, 30, 20]) {
    const startAt = at(hours * hour);
    await db.update(webinar).set({ startAt }).where(eq(webinar.id, id));
    for (let n = 0; n < 2; n++) await sendNotices(institute.deps);
  }
  await institute.runJobs();
  expect(institute.mails.map(({ subject }) => subject)).toEqual(Array(3).fill("New time: Your first API"));
  const [there, back] = ["Monday, 16 November 2026, 8:00 AM IST", "Monday, 16 November 2026, 6:00 PM IST"];
  for (const [n, before] of [back, there, back].entries())
    expect(institute.mails[n]?.text).toContain(`It was planned for ${before}.`);
  institute.setNow(testDay);
});

test("a reminder that comes late says what is true then, and none is sent after the end", async () => {
  const { slug, id } = await newWebinar(institute, { hoursAhead: 30 });
  const me = newRegistrant();
  await institute.visitor().webinar.register({ webinar: slug, ...me });
  const tell = async (hours: number, sentAt = hours) => {
    await forgetMails();
    institute.setNow(at(hours * hour));
    await sendNotices(institute.deps);
    institute.setNow(at(sentAt * hour));
    await institute.runJobs();
    return institute.mails.filter(({ to }) => to === me.email).map(({ subject }) => subject);
  };
  // Thirty hours after noon in India: six in the evening of the next day.
  expect(await tell(20)).toEqual(["Today at 6:00 PM: Your first API"]);
  expect(await tell(29.75)).toEqual(["In 15 minutes: Your first API"]);
  await db
    .update(webinar)
    .set({ startAt: at(40 * hour) })
    .where(eq(webinar.id, id));
  expect(await tell(31)).toEqual(["New time: Your first API"]);
  expect(await tell(39.5, 42)).toEqual([]);
  institute.setNow(testDay);
});

test("a webinar that is called off is told once to everybody with a seat, and takes nobody any more", async () => {
  const { slug, id } = await newWebinar(institute);
  const visitor = institute.visitor();
  const me = newRegistrant();
  await visitor.webinar.register({ webinar: slug, ...me });
  await forgetMails();
  await db.update(webinar).set({ isComplete: true }).where(eq(webinar.id, id));
  for (let n = 0; n < 2; n++) await sendNotices(institute.deps);
  await institute.runJobs();
  const mine = institute.mails.filter(({ to }) => to === me.email);
  expect(mine).toMatchObject([{ subject: "Cancelled: Your first API" }]);
  expect(Buffer.from(mine[0]?.attachments?.[0]?.bytes ?? []).toString()).toContain("STATUS:CANCELLED");
  for (const who of [me, newRegistrant()])
    await expect(visitor.webinar.register({ webinar: slug, ...who })).rejects.toMatchObject({
      code: "WEBINAR_CANCELLED",
    });
});

test("a mail program that posts a form of its own takes somebody off the reminders", async () => {
  const { slug, id } = await newWebinar(institute);
  const { userId } = await institute.visitor().webinar.register({ webinar: slug, ...newRegistrant() });
  const answer = await institute.visitor().request(`/api/webinar/user/unsubscribe/${userId}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(answer.status).toBe(200);
  expect((await seatsOf(id))[0]?.unsubscribedAt).toEqual(testDay);
});
