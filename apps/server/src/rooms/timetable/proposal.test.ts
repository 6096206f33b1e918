import type { StaffRole } from "@shoreline/domain/staff";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { batchDraft, campusRoom, type DraftContent, trainer } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { staff } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { daily, newBatch } from "../../test/new-batch.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");

const empty: DraftContent = {
  ...{ name: "", from: "2026-12-07", pattern: [], batchTime: "9-10", batchType: "week-days", trainerId: null },
  ...{ roomId: null, meetingUrl: "", makesMeetings: false, seats: null, joinUntil: null },
};

async function newDraft(courseId: string, content: Partial<DraftContent> = {}): Promise<string> {
  const [about] = await db.select().from(course).where(eq(course.courseId, courseId));
  const [made] = await db
    .insert(batchDraft)
    .values({ courseId: about?.id ?? "", content: { ...empty, ...content }, changedAt: testDay })
    .returning();
  return made?.id ?? "";
}

async function newTrainer(name: string, courseIds: string[], roles: StaffRole[] = ["trainer"]): Promise<string> {
  const { person } = await newStaff(institute, roles, name);
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 540, to: 720 }));
  await db.insert(trainer).values({ staffId: person.id, hours, courseIds, hoursAWeek: 20 });
  return person.id;
}

let meera = "";
beforeAll(async () => {
  // The trainers of the demo teach everything.
  await db.update(staff).set({ closedAt: testDay }).where(eq(staff.isDemo, true));
  meera = await newTrainer("Meera Krishnan", ["python"]);
});

const wish = { classesAWeek: 5, days: "week-days" as const };

async function propose(drafts: string[], wantsRoom = false) {
  const asked = await owner.timetable.propose({ drafts: drafts.map((draftId) => ({ draftId, ...wish, wantsRoom })) });
  expect(asked).toMatchObject({ state: "asked" });
  await institute.runJobs();
  return owner.timetable.proposal({ proposalId: asked.proposalId });
}

test("two drafts for one trainer get different hours, and the accepted plan is in the drafts", async () => {
  const drafts = [await newDraft("python", { name: "Morning" }), await newDraft("python", { name: "Noon" })];
  await newBatch(institute, {
    ...{ startsAt: daily("2026-12-07T04:30:00Z", 5), trainer: { id: meera, name: "Meera Krishnan" } },
  });
  const { state, lines, proposalId } = await propose(drafts);
  expect(state).toBe("ready");
  // She teaches from 9 to 12, and has a class at 10 in the first week.
  expect(lines.map(({ plan }) => plan?.pattern[0]?.from).sort()).toEqual(["09:00", "11:00"]);
  expect(lines.map(({ plan }) => plan?.trainer)).toEqual(["Meera Krishnan", "Meera Krishnan"]);
  expect((await owner.timetable.drafts({})).newest).toMatchObject({ proposalId, state: "ready" });

  const [first, second] = lines;
  if (!first?.plan || !second?.plan) throw new Error("Both drafts have a place.");
  const { pattern, roomId } = second.plan;
  const change = { proposalId, draftId: first.draftId, plan: { pattern, roomId, trainerId: meera } };
  await expect(owner.timetable.changeLine(change)).rejects.toMatchObject({
    ...{ code: "CLASS_CLASH", fields: { clash: `The trainer is needed for ${second.name} then.` } },
  });
  const atTen = pattern.map((slot) => ({ ...slot, from: "10:00" }));
  await expect(
    owner.timetable.changeLine({ ...change, plan: { ...change.plan, pattern: atTen } }),
  ).rejects.toMatchObject({ fields: { clash: "The trainer has another class at one of these times." } });
  const atEight = pattern.map((slot) => ({ ...slot, from: "08:00" }));
  const changed = await owner.timetable.changeLine({ ...change, plan: { ...change.plan, pattern: atEight } });
  const line = changed.lines.find(({ draftId }) => draftId === first.draftId);
  expect(line?.plan?.pattern[0]?.from).toBe("08:00");
  // She teaches from 9 on.
  expect(line?.warning).toBe("Some of it is outside Meera Krishnan's hours.");
  expect(changed.lines.find(({ draftId }) => draftId === second.draftId)?.warning).toBe("");

  expect(await owner.timetable.accept({ proposalId })).toMatchObject({ state: "accepted" });
  const [draft] = await db.select().from(batchDraft).where(eq(batchDraft.id, first.draftId));
  expect(draft).toMatchObject({ version: 1, content: { trainerId: meera, pattern: atEight, name: first.name } });
  await expect(owner.timetable.accept({ proposalId })).rejects.toMatchObject({ code: "PROPOSAL_CLOSED" });
  await expect(owner.timetable.drop({ proposalId })).rejects.toMatchObject({ code: "PROPOSAL_CLOSED" });
});

test("a draft without a place says why, and the others can be accepted; one that changed meanwhile refuses all", async () => {
  const [python, java] = [await newDraft("python"), await newDraft("sql", { name: "SQL for analysts" })];
  const { state, why, lines, proposalId } = await propose([python, java]);
  expect([state, why]).toEqual(["ready", "1 of 2 drafts have no place."]);
  expect(lines.find(({ draftId }) => draftId === java)).toMatchObject({ plan: null, why: "Nobody teaches SQL." });
  await db.update(batchDraft).set({ version: 7 }).where(eq(batchDraft.id, python));
  await expect(owner.timetable.accept({ proposalId })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  expect(await owner.timetable.drop({ proposalId })).toMatchObject({ state: "dropped" });
});

test("nothing possible: the proposal says so; a room is given where one is wanted", async () => {
  const draft = await newDraft("sql");
  const { state, proposalId } = await propose([draft]);
  expect(state).toBe("impossible");
  await owner.timetable.drop({ proposalId });
  const [room] = await db.insert(campusRoom).values({ name: "Room 1", seats: 20 }).returning();
  const withRoom = await propose([await newDraft("python", { from: "2027-06-07" })], true);
  expect(withRoom.lines[0]?.plan).toMatchObject({ room: "Room 1", roomId: room?.id });
});

test("drafts and proposals that do not exist are refused in words", async () => {
  const nobody = "00000000-0000-4000-8000-000000000000";
  await expect(owner.timetable.propose({ drafts: [{ draftId: nobody, ...wish }] })).rejects.toMatchObject({
    code: "UNKNOWN_DRAFT",
  });
  await expect(owner.timetable.proposal({ proposalId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_PROPOSAL" });
  await expect(owner.timetable.propose({ drafts: [] })).rejects.toMatchObject({
    fields: { drafts: "Choose at least one draft" },
  });
});

const slot = (weekday: number, from: string, classes = 1) => ({ weekday, from, classes });

test("an accepted plan is sold as what is nearest to its days and hours now", async () => {
  const draftId = await newDraft("python", { from: "2027-03-01", batchTime: "9-10", batchType: "week-days" });
  const { proposalId } = await propose([draftId]);
  // Most of it is at the weekend, and one class is not.
  const pattern = [slot(6, "15:00", 2), slot(0, "15:00", 2), slot(3, "15:00")];
  await owner.timetable.changeLine({ proposalId, draftId, plan: { pattern, roomId: null, trainerId: meera } });
  await owner.timetable.accept({ proposalId });
  const [draft] = await db.select().from(batchDraft).where(eq(batchDraft.id, draftId));
  expect(draft?.content).toMatchObject({ pattern, batchTime: "3-4", batchType: "week-end" });
});

test("a line follows the same rules as the form of a batch", async () => {
  const draftId = await newDraft("python", { from: "2027-04-05" });
  const { proposalId } = await propose([draftId]);
  for (const [pattern, why] of [
    [[], "Choose at least one day"],
    [[slot(1, "09:00", 5)], "Monday: 1 to 4 classes in a row"],
    [[slot(1, "23:00", 2)], "Monday: the last class ends after midnight"],
    [[slot(1, "09:00", 2), slot(1, "10:00")], "Monday: two times overlap"],
  ] as const)
    await expect(
      owner.timetable.changeLine({
        proposalId,
        draftId,
        plan: { pattern: [...pattern], roomId: null, trainerId: meera },
      }),
    ).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { "plan.pattern": why } });
});
