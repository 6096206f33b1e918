import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { webinar } from "../../db/tables/webinar.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { newRegistrant, newWebinar, takeConfirmedSeat } from "../../test/webinars.ts";

const institute = await testInstitute();
const { db, mails } = institute;
const day = 86_400_000;

beforeEach(async () => {
  institute.setNow(testDay);
  await institute.runJobs();
  mails.length = 0;
});

test("a seat of the learner's number, or taken by the learner, comes with its link", async () => {
  const me = await newLearner(institute, { email: "both@example.com" });
  const [one, two] = [await newWebinar(institute, { hoursAhead: 7 }), await newWebinar(institute, { hoursAhead: 3 })];
  const who = { ...newRegistrant(), mobileNumber: me.mobileNumber };
  const { userId } = await takeConfirmedSeat(institute, one.slug, who);
  const taken = await me.webinar.register({ ...newRegistrant(), email: "both@example.com", webinar: two.slug });
  const { seats, now } = await me.webinar.mine({});
  expect(now).toBe(testDay.toISOString());
  expect(seats).toMatchObject([
    { userId: taken.userId, webinar: { _id: two.slug } },
    { userId, webinar: { _id: one.slug } },
  ]);
});

test("a seat that only shares the mail address comes without its link, which is mailed to that address now and then", async () => {
  const { slug } = await newWebinar(institute);
  const seat = await takeConfirmedSeat(institute, slug, { ...newRegistrant(), email: "shared@example.com" });
  const me = await newLearner(institute, { email: "Shared@example.com" });
  const { seats } = await me.webinar.mine({});
  expect(seats).toMatchObject([{ userId: null, webinar: { _id: slug } }]);
  expect(JSON.stringify(seats)).not.toContain(seat.userId);
  await institute.runJobs();
  mails.length = 0;
  institute.setNow(new Date(testDay.getTime() + 16 * 60_000));
  const asked = { seatId: seats[0]?.seatId ?? "" };
  const answers = [await me.webinar.sendLink(asked), await me.webinar.sendLink(asked)];
  expect(answers[1]).toEqual(answers[0]);
  await institute.runJobs();
  const sent = mails.filter(({ text }) => text.includes(seat.userId));
  expect(sent.map(({ to }) => to)).toEqual(["shared@example.com"]);
});

test("a seat that nobody has confirmed, or of the same digits in another country, gives no link away", async () => {
  const { slug } = await newWebinar(institute);
  const me = await newLearner(institute, { email: "abroad@example.com" });
  const who = { ...newRegistrant(), mobileNumber: me.mobileNumber };
  await institute.visitor().webinar.register({ webinar: slug, ...who });
  expect((await me.webinar.mine({})).seats).toMatchObject([{ userId: null }]);
  await db.update(learner).set({ countryCode: "+971" }).where(eq(learner.mobileNumber, me.mobileNumber));
  expect((await me.webinar.mine({})).seats).toEqual([]);
});

test("a webinar that is over is listed for 30 days, if it was recorded", async () => {
  const me = await newLearner(institute, { email: "past@example.com" });
  const { id, slug } = await newWebinar(institute, { hoursAhead: 1 });
  await takeConfirmedSeat(institute, slug, { ...newRegistrant(), mobileNumber: me.mobileNumber });
  const listed = async (days: number) => {
    institute.setNow(new Date(testDay.getTime() + days * day));
    return (await me.webinar.mine({})).seats.length;
  };
  expect([await listed(0), await listed(1)]).toEqual([1, 0]);
  await db.update(webinar).set({ recordingUrl: "https://video.example/1" }).where(eq(webinar.id, id));
  expect([await listed(1), await listed(29), await listed(31)]).toEqual([1, 1, 0]);
});

test("another learner and nobody see and send nothing", async () => {
  const { slug } = await newWebinar(institute);
  const me = await newLearner(institute, { email: "owner@example.com" });
  await takeConfirmedSeat(institute, slug, { ...newRegistrant(), mobileNumber: me.mobileNumber });
  const seatId = (await me.webinar.mine({})).seats[0]?.seatId ?? "";
  const other = await newLearner(institute, { email: "other@example.com" });
  expect((await other.webinar.mine({})).seats).toEqual([]);
  for (const asked of [seatId, randomUUID(), "x"])
    await expect(other.webinar.sendLink({ seatId: asked })).rejects.toMatchObject({ code: "UNKNOWN_SEAT" });
  await expect(institute.visitor().webinar.mine({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  await expect(institute.visitor().webinar.sendLink({ seatId })).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});
