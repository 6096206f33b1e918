import { hoursAWeek } from "@shoreline/domain/weekly";
import { periodOf } from "@shoreline/domain/weekly-plan";
import { expect, test } from "vitest";
import { newDraft, newTrainer, solverCase } from "../../test/solver-cases.ts";
import { meets } from "./meets.ts";
import { solve } from "./solve.ts";
import { solveInThread } from "./solve-in-thread.ts";
import type { SolverInput } from "./solver-input.ts";

const small: SolverInput = { ...{ rooms: [], busy: [], holidays: [], secondsLimit: 20 }, drafts: [], trainers: [] };
const weekdays = [1, 2, 3, 4, 5];

test("20 trainers and 40 batches: everybody gets a place, and nobody is in two places", async () => {
  // It takes some seconds, and much longer on a busy machine.
  const input = { ...solverCase(), secondsLimit: 120 };
  const { lines, failure } = await solveInThread(input);
  expect(failure).toBe("");
  expect(lines.filter(({ plan }) => plan === null)).toEqual([]);
  const planned = lines.flatMap(({ draftId, plan }) => {
    const draft = input.drafts.find(({ id }) => id === draftId);
    return plan && draft ? [{ ...plan, from: draft.from, draft }] : [];
  });
  for (const [at, one] of planned.entries()) {
    for (const other of planned.slice(0, at)) expect([meets(one, other), one, other][0]).toBeNull();
    const trainer = input.trainers.find(({ id }) => id === one.trainerId);
    expect(trainer?.courseIds).toContain(one.draft.courseId);
    expect(hoursAWeek(one.pattern)).toBe(one.draft.classesAWeek);
    expect(one.roomId !== null).toBe(one.draft.wantsRoom);
    for (const slot of one.pattern) {
      const { from, to } = periodOf(slot);
      expect(
        trainer?.hours.some((hours) => hours.weekday === slot.weekday && hours.from <= from && to <= hours.to),
      ).toBe(true);
      // All of them teach at 10 on weekdays in these weeks.
      if (weekdays.includes(slot.weekday) && one.from < "2027-01-16") expect(from >= 660 || to <= 600).toBe(true);
    }
  }
}, 180_000);

test("a wish is kept where it can be", async () => {
  const { lines } = await solve({
    ...small,
    trainers: [newTrainer(0, { courseIds: [] }), newTrainer(1, { courseIds: [] })],
    drafts: [
      newDraft(0, { trainerId: "trainer 1", wantsRoom: false }),
      newDraft(2, { trainerId: "trainer 1", wantsRoom: false }),
    ],
  });
  expect(lines.map(({ plan }) => [plan?.pattern[0]?.from, plan?.isAsWished])).toContainEqual(["09:00", true]);
  expect(lines.map(({ plan }) => plan?.trainerId)).toContain("trainer 1");
});

const teachesJava = newTrainer(0, { name: "Vikram Nair", courseIds: ["java"] });
const java = newDraft(1, { course: "Java", courseId: "java", classesAWeek: 6, wantsRoom: false });

test.each<[string, Partial<SolverInput>]>([
  ["Nobody teaches Java.", { trainers: [newTrainer(0, { courseIds: ["sql"] })], drafts: [java] }],
  [
    "Nobody who teaches Java is available for 6 hours on weekdays.",
    { trainers: [{ ...teachesJava, hours: [{ weekday: 6, from: 480, to: 1080 }] }], drafts: [java] },
  ],
  [
    "Nobody who teaches Java has 6 hours a week left: they teach as much as agreed.",
    { trainers: [{ ...teachesJava, hoursAWeek: 5 }], drafts: [java] },
  ],
  [
    "Nobody who teaches Java has 6 hours free on weekdays: they have other classes.",
    {
      ...{ trainers: [{ ...teachesJava, hoursAWeek: null }], drafts: [java] },
      busy: [0, 1, 2, 3, 4].map((day) => ({
        ...{ trainerId: "trainer 0", roomId: null, from: 480, to: 1080, day: `2026-12-${14 + day}` },
      })),
    },
  ],
  [
    "No room is free when somebody can teach Java.",
    { trainers: [teachesJava], drafts: [{ ...java, wantsRoom: true }] },
  ],
])("%s", async (why, change) => {
  const { lines } = await solve({ ...small, ...change });
  expect(lines).toEqual([{ draftId: java.id, plan: null, why }]);
});

test("more than a trainer can teach: as many as possible get a place, and the others hear why", async () => {
  const { lines } = await solve({
    ...small,
    trainers: [{ ...teachesJava, hoursAWeek: 13 }],
    drafts: [1, 2, 3].map((at) => ({ ...java, id: `draft ${at}`, from: "2026-12-07" })),
  });
  expect(lines.filter(({ plan }) => plan)).toHaveLength(2);
  expect(lines.find(({ plan }) => !plan)?.why).toBe(
    "Vikram Nair could teach it, but other batches of this plan take all their times.",
  );
});

test("a search without any time ends in words", async () => {
  const { failure, lines } = await solve({ ...solverCase(), secondsLimit: 0 });
  expect(failure).toBe("No plan was found in 0 seconds. Choose fewer drafts, or fix some days and hours.");
  expect(lines).toEqual([]);
}, 60_000);

test("a thread that does not answer in time is ended, and the next one is asked", async () => {
  // It takes longer to load than this.
  const { failure } = await solveInThread({ ...solverCase(), secondsLimit: 0.001 }, 0);
  expect(failure).toBe("The search took too long. Choose fewer drafts.");
  const drafts = [newDraft(1, { wantsRoom: false })];
  const { lines } = await solveInThread({ ...small, trainers: [newTrainer(1, { courseIds: [] })], drafts });
  expect(lines).toMatchObject([{ plan: { trainerId: "trainer 1" } }]);
}, 60_000);

test("what is too large for the memory is not begun", async () => {
  const { failure } = await solve({
    ...small,
    trainers: Array.from({ length: 200 }, (_, at) => newTrainer(at, { courseIds: [], hours: [], hoursAWeek: null })),
    drafts: Array.from({ length: 10 }, (_, at) => newDraft(at, { wantsRoom: false, days: "any", classesAWeek: 3 })),
  });
  expect(failure).toBe("This is too much at once. Choose fewer drafts.");
});
