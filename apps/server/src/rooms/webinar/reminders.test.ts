import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newRegistrant, newWebinar, seatsOf, takeConfirmedSeat, takeUnconfirmedSeat } from "../../test/webinars.ts";
import { sendNotices } from "./notices.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number) => new Date(testDay.getTime() + ms);
const clearMails = async () => {
  await institute.runJobs();
  institute.mails.length = 0;
};

test("registrants who want reminders get one a day before and one an hour before", async () => {
  await db.delete(webinarSeat);
  await db.delete(webinar);
  const { slug } = await newWebinar(institute, { hoursAhead: 48 });
  const visitor = institute.visitor();
  const register = () => takeConfirmedSeat(institute, slug);
  await takeUnconfirmedSeat(institute, slug); // gets no reminders
  const noticesAt = async (ms: number) => {
    await clearMails();
    institute.setNow(at(ms));
    await Promise.all([sendNotices(institute.deps), sendNotices(institute.deps), sendNotices(institute.deps)]);
    await institute.runJobs();
    return institute.mails.map(({ to, subject }) => `${to} ${subject.split(":")[0]}`).sort();
  };
  const [me, tired] = [await register(), await register()];
  expect(await noticesAt(23 * hour)).toEqual([]);
  expect(await noticesAt(24 * hour + minute)).toEqual([`${me.email} Tomorrow`, `${tired.email} Tomorrow`]);
  expect(await noticesAt(25 * hour)).toEqual([]);
  // A new registrant needs no reminder right after the registration.
  const late = await register();
  expect(await noticesAt(26 * hour)).toEqual([]);
  await visitor.webinar.unsubscribe({ userId: tired.userId });
  await visitor.webinar.unsubscribe({ userId: tired.userId });
  await expect(visitor.webinar.unsubscribe({ userId: "nobody" })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
  expect(await noticesAt(47 * hour + minute)).toEqual([`${me.email} In an hour`, `${late.email} In an hour`].sort());
  expect(await noticesAt(47 * hour + 6 * minute)).toEqual([]);
  expect(await noticesAt(48 * hour)).toEqual([]);
  institute.setNow(testDay);
});

test("registrants of a moved webinar are notified once, and reminded again before the new time", async () => {
  const { slug, id } = await newWebinar(institute, { hoursAhead: 30 });
  const me = await takeConfirmedSeat(institute, slug);
  await takeUnconfirmedSeat(institute, slug);
  await clearMails();
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

test("every move is announced with the old time and without a reminder, even when the webinar moves back", async () => {
  const { slug, id } = await newWebinar(institute, { hoursAhead: 30 });
  await takeConfirmedSeat(institute, slug);
  await clearMails();
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

test("a late reminder states the time that is left, and none is sent after the end", async () => {
  const { slug, id } = await newWebinar(institute, { hoursAhead: 30 });
  const me = await takeConfirmedSeat(institute, slug);
  const noticesAt = async (hours: number, sentAt = hours) => {
    await clearMails();
    institute.setNow(at(hours * hour));
    await sendNotices(institute.deps);
    institute.setNow(at(sentAt * hour));
    await institute.runJobs();
    return institute.mails.filter(({ to }) => to === me.email).map(({ subject }) => subject);
  };
  // The webinar starts 30 hours after noon in India: at 6 PM the next day.
  expect(await noticesAt(20)).toEqual(["Today at 6:00 PM: Your first API"]);
  expect(await noticesAt(29.75)).toEqual(["In 15 minutes: Your first API"]);
  await db
    .update(webinar)
    .set({ startAt: at(40 * hour) })
    .where(eq(webinar.id, id));
  expect(await noticesAt(31)).toEqual(["New time: Your first API"]);
  expect(await noticesAt(39.5, 42)).toEqual([]);
  institute.setNow(testDay);
});

test("registrants of a cancelled webinar are notified once, and nobody can register any more", async () => {
  const { slug, id } = await newWebinar(institute);
  const visitor = institute.visitor();
  const { userId: _, ...me } = await takeConfirmedSeat(institute, slug);
  await clearMails();
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

test("the unsubscribe button of a mail program stops the reminders", async () => {
  const { slug, id } = await newWebinar(institute);
  const { userId } = await takeConfirmedSeat(institute, slug);
  const answer = await institute.visitor().request(`/api/webinar/user/unsubscribe/${userId}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(answer.status).toBe(200);
  expect((await seatsOf(institute, id))[0]?.unsubscribedAt).toEqual(testDay);
});

test("who stops the mails is told what still comes, and that the seat stays while there is one to keep", async () => {
  institute.setNow(testDay);
  const { slug } = await newWebinar(institute);
  const { userId } = await takeConfirmedSeat(institute, slug);
  const stop = async () => (await institute.visitor().webinar.unsubscribe({ userId })).message;
  expect(await stop()).toBe(
    "You get no more mails about this webinar, unless it is moved or cancelled. You keep your seat.",
  );
  institute.setNow(at(7 * hour));
  expect(await stop()).toBe("You get no more mails about this webinar.");
  institute.setNow(testDay);
});
