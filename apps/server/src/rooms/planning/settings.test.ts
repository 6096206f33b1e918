import { beforeEach, expect, test } from "vitest";
import { holiday } from "../../db/tables/batch-plan.ts";
import { openForm } from "../../test/batches.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const desk = await newStaff(institute, ["front desk"]);
const trainer = await newStaff(institute, ["trainer"]);
const nobody = "00000000-0000-4000-8000-000000000000";

beforeEach(async () => {
  await db.delete(holiday);
});

test("public holidays are taken over by choice, and those of the moon say that they may move", async () => {
  const before = await desk.planning.holidays({ year: 2027 });
  expect(before.days).toEqual([]);
  expect(before.offered.find(({ name }) => name === "Diwali")).toEqual({
    day: "2027-10-29",
    name: "Diwali",
    mayMove: true,
  });
  const days = [{ day: "2027-01-26", name: "Republic Day" }];
  const after = await owner.planning.addHolidays({ days, year: 2027 });
  expect(after.days).toEqual(days);
  expect(after.offered).toHaveLength(before.offered.length - 1);
  expect((await owner.planning.removeHoliday({ day: "2027-01-26" })).days).toEqual([]);
  expect((await owner.planning.removeHoliday({ day: "2027-01-26" })).days).toEqual([]);
});

test("a new day without classes names the batches that have classes then", async () => {
  const { batchId } = await desk.planning.open({ ...openForm(), name: "Owls" });
  const { touched } = await owner.planning.addHolidays({
    days: [{ day: "2026-11-26", name: "Staff day" }],
    year: 2026,
  });
  expect(touched.find((one) => one.batchId === batchId)).toEqual({
    ...{ batchId, name: "Owls", courseName: "SQL", day: "2026-11-26", classes: 1 },
  });
});

test("a calendar or a list is shown before anything is added, and a mistake is named with its line", async () => {
  await db.insert(holiday).values({ day: "2026-12-25", name: "Christmas" });
  const calendar = [
    ...["BEGIN:VCALENDAR", "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20261225", "SUMMARY:Christmas\\, holiday"],
    ...["RRULE:FREQ=YEARLY", "END:VEVENT", "END:VCALENDAR"],
  ].join("\r\n");
  const { days } = await owner.planning.readHolidays({ fileName: "days.ics", text: calendar });
  expect(days).toEqual([
    { day: "2026-12-25", name: "Christmas, holiday", isKnown: true },
    { day: "2027-12-25", name: "Christmas, holiday", isKnown: false },
    { day: "2028-12-25", name: "Christmas, holiday", isKnown: false },
  ]);
  const atAnHour = ["BEGIN:VEVENT", "DTSTART:20270104T093000Z", "SUMMARY:Staff meeting", "END:VEVENT"];
  const mixed = calendar.replace("BEGIN:VEVENT", [...atAnHour, "BEGIN:VEVENT"].join("\r\n"));
  expect(await owner.planning.readHolidays({ fileName: "days.ics", text: mixed })).toEqual({
    ...{ days, leftOutCount: 1 },
    leftOut: ["line 3: DTSTART must be a day, such as 20261225: only whole days can be skipped."],
  });
  const list = await owner.planning.readHolidays({
    fileName: "days.txt",
    text: "2027-01-14 Pongal\n# more\n2027-01-15",
  });
  expect(list.days.map(({ day, name }) => `${day} ${name}`)).toEqual(["2027-01-14 Pongal", "2027-01-15 Holiday"]);
  expect(await db.$count(holiday)).toBe(1);
  await expect(owner.planning.readHolidays({ fileName: "days.txt", text: "soon" })).rejects.toMatchObject({
    fields: { file: "days.txt, line 1: Write a day like 2026-12-25 Christmas." },
  });
  await expect(owner.planning.readHolidays({ fileName: "old.txt", text: "2019-01-14 Pongal" })).rejects.toMatchObject({
    fields: { file: "old.txt names no days of this year or later." },
  });
});

test("the front desk reads class settings and does not change them, a trainer does neither", async () => {
  await desk.planning.campusRooms({});
  await desk.planning.trainers({});
  await expect(desk.planning.saveCampusRoom({ name: "Palm", seats: null })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  await expect(trainer.planning.list({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(trainer.planning.holidays({ year: 2027 })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(institute.visitor().planning.list({})).rejects.toMatchObject({ code: "STAFF_ONLY" });
});

test("somebody who is no trainer, or an unknown room, cannot be changed", async () => {
  const rules = { hours: [], courseIds: [], hoursAWeek: null, version: 0 };
  for (const staffId of [desk.person.id, nobody])
    await expect(owner.planning.saveTrainer({ staffId, ...rules })).rejects.toMatchObject({ code: "UNKNOWN_TRAINER" });
  await expect(owner.planning.saveCampusRoom({ roomId: nobody, name: "Palm", seats: null })).rejects.toMatchObject({
    code: "UNKNOWN_CAMPUS_ROOM",
  });
  const staffId = trainer.person.id;
  await expect(
    owner.planning.saveTrainer({ staffId, ...rules, hours: [{ weekday: 1, from: 600, to: 600 }] }),
  ).rejects.toMatchObject({ fields: { hours: "Each time ends after it begins" } });
  await expect(owner.planning.saveTrainer({ staffId, ...rules, courseIds: ["nowhere"] })).rejects.toMatchObject({
    fields: { courseIds: "Choose from the list" },
  });
});
