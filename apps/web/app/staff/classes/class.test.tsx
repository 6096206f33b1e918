import type { Api, Input } from "@shoreline/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { classPage, rollEntry } from "../test/class-page.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { listMarks } from "./kept-marks.ts";

type Roll = Input<Api["teaching"]["roll"]>;
type Teaching = NonNullable<Parameters<typeof startFakeApi>[0]["teaching"]>;

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const me = sampleMe({ roles: ["trainer"] });
const stored = ({ marks }: Roll) => ({ marks: marks.map(({ markId }) => ({ markId, outcome: "holds" as const })) });

function start(page = classPage(), answers: Teaching = {}) {
  return startFakeApi({ staff: { me: () => me }, teaching: { read: () => page, roll: stored, ...answers } });
}

const groupOf = (name: string) => screen.findByRole("group", { name });
const press = async (name: string, mark: string) =>
  userEvent.click(within(await groupOf(name)).getByRole("radio", { name: mark }));
const isChecked = async (name: string, mark: string) =>
  (within(await groupOf(name)).getByRole("radio", { name: mark }) as HTMLInputElement).checked;

test("a mark is sent with an id and a time, and nothing stays on the phone", async () => {
  const { inputsOf } = start();
  openConsole("/staff/classes/c16");
  await press("Learner a", "Late");
  await waitFor(() => expect(listMarks(me.staffId)).toEqual([]));
  const [sent] = inputsOf("teaching.roll") as Roll[];
  expect(sent?.marks).toEqual([
    { learnerId: "a", mark: "late", markId: expect.stringMatching(/^[\w-]{36}$/), at: expect.stringMatching(/Z$/) },
  ]);
});

test("without an answer marks stay on the phone and the page says so; they go up when the network is back", async () => {
  let isAway = true;
  const { inputsOf } = start(classPage(), {
    roll: (given) => {
      if (isAway) throw new TypeError("Failed to fetch");
      return stored(given);
    },
  });
  openConsole("/staff/classes/c16");
  await userEvent.click(await screen.findByRole("button", { name: /Mark the rest present/ }));
  await press("Learner b", "Absent");
  expect(await screen.findByText("3 marks are kept on this phone.")).toBeTruthy();
  // Beside the count too, which stays in sight.
  expect(screen.getByText(/ marked/).textContent).toBe("2 of 2 marked, 3 on this phone");
  expect(await isChecked("Learner b", "Absent")).toBe(true);
  isAway = false;
  dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByText(/kept on this phone/)).toBeNull());
  const last = (inputsOf("teaching.roll") as Roll[]).at(-1);
  const times = last?.marks.map(({ at }) => at) ?? [];
  expect(times).toEqual([...new Set(times)].sort());
});

test("marks of an earlier visit go up as soon as the same person opens the console, and nobody else's", async () => {
  const kept = { classId: "c16", learnerId: "a", mark: "present", at: "2026-11-16T04:30:00.000Z" };
  localStorage.setItem(`mark ${me.staffId} m1`, JSON.stringify({ ...kept, markId: "m1" }));
  localStorage.setItem("mark somebody m2", JSON.stringify({ ...kept, markId: "m2" }));
  const { inputsOf } = startFakeApi({
    staff: { me: () => me },
    teaching: { list: () => ({ now: kept.at, classes: [], next: null, over: null, choices: null }), roll: stored },
  });
  openConsole("/staff/classes");
  await waitFor(() => expect(listMarks(me.staffId)).toEqual([]));
  expect((inputsOf("teaching.roll") as Roll[]).flatMap(({ marks }) => marks.map(({ markId }) => markId))).toEqual([
    "m1",
  ]);
  expect(listMarks("somebody")).toHaveLength(1);
});

test("a mark that the server refuses is shown with the reason until it is dropped", async () => {
  start(classPage(), {
    roll: ({ marks }: Roll) => ({
      marks: marks.map(({ markId }) => ({ markId, outcome: "not in the batch" as const })),
    }),
  });
  openConsole("/staff/classes/c16");
  await press("Learner a", "Present");
  const alert = await screen.findByText(/Learner a, present: This learner is not in the batch any more/);
  expect(alert).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Drop it" }));
  expect(listMarks(me.staffId)).toEqual([]);
});

test("a mark after the end asks for its reason and goes up again with it; those beside it are stored at once", async () => {
  const { inputsOf } = start(classPage(), {
    roll: ({ marks, reason }: Roll) => ({
      marks: marks.map(({ markId, learnerId }) => ({
        markId,
        outcome: learnerId === "b" && !reason ? ("needs a reason" as const) : ("holds" as const),
      })),
    }),
  });
  openConsole("/staff/classes/c16");
  await press("Learner a", "Present");
  await press("Learner b", "Late");
  expect(await screen.findByText(/Learner b, late: The class is finished/)).toBeTruthy();
  await waitFor(() => expect(listMarks(me.staffId)).toMatchObject([{ learnerId: "b", needsReason: true }]));
  await userEvent.click(screen.getByRole("button", { name: "Give the reason" }));
  const dialog = within(await screen.findByRole("dialog", { name: "1 mark after the end" }));
  await userEvent.type(dialog.getByLabelText("Reason"), "Came at half past");
  await userEvent.click(dialog.getByRole("button", { name: "Correct the mark" }));
  await waitFor(() => expect(listMarks(me.staffId)).toEqual([]));
  const last = (inputsOf("teaching.roll") as Roll[]).at(-1);
  expect(last).toMatchObject({ reason: "Came at half past", marks: [{ learnerId: "b", mark: "late" }] });
  expect(screen.queryByText(/The server refused/)).toBeNull();
});

test("a refusal of all marks is shown too, and an ended session keeps them", async () => {
  let code: "CLASS_CANCELLED" | "STAFF_ONLY" = "STAFF_ONLY";
  start(classPage(), { roll: () => new Refused(code) });
  openConsole("/staff/classes/c16");
  await press("Learner a", "Present");
  await waitFor(() => expect(listMarks(me.staffId)).toMatchObject([{ learnerId: "a" }]));
  expect(listMarks(me.staffId)[0]?.problem).toBeUndefined();
  code = "CLASS_CANCELLED";
  cleanup();
  openConsole("/staff/classes/c16");
  expect(await screen.findByText(/Learner a, present: This class was cancelled/)).toBeTruthy();
});

test("without a network the page opens with what this phone keeps, for who was signed in", async () => {
  start(classPage({ roll: [rollEntry("a", { mark: "late" })] }));
  openConsole("/staff/classes/c16");
  expect(await isChecked("Learner a", "Late")).toBe(true);
  cleanup();
  startFakeApi({});
  openConsole("/staff/classes/c16");
  expect(await isChecked("Learner a", "Late")).toBe(true);
  expect(screen.getByRole("heading", { level: 1, name: "React.js, class 16 of 20" })).toBeTruthy();
});

test("who has been to fewer classes than a certificate asks for is marked", async () => {
  const roll = [
    rollEntry("a", { attended: 4, held: 9 }),
    rollEntry("b", { attended: 3, held: 4 }),
    rollEntry("c", { attended: 0, held: 0 }),
  ];
  start(classPage({ roll, attendancePercent: 75 }));
  openConsole("/staff/classes/c16");
  expect((await screen.findByText("4 of 9")).textContent).toBe("4 of 9, below 75 %");
  expect(screen.getByText("3 of 4")).toBeTruthy();
  expect(screen.getByText("first class")).toBeTruthy();
  expect(screen.getAllByText(/below 75/)).toHaveLength(1);
});

test("a change after the end asks for a reason", async () => {
  const roll = [rollEntry("a", { mark: "absent" })];
  const { inputsOf } = start(classPage({ roll, finishedAt: new Date().toISOString() }));
  openConsole("/staff/classes/c16");
  await press("Learner a", "Present");
  expect(inputsOf("teaching.roll")).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Correct the mark" }));
  expect(screen.getByText("Say why, in a few words")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Reason"), "Came late");
  await userEvent.click(screen.getByRole("button", { name: "Correct the mark" }));
  await waitFor(() => expect(inputsOf("teaching.roll")).toMatchObject([{ reason: "Came late" }]));
});

test("finishing sends the kept marks first, and is refused while they cannot go up", async () => {
  let isAway = true;
  const { sent } = start(classPage(), {
    roll: (given) => {
      if (isAway) throw new TypeError("Failed to fetch");
      return stored(given);
    },
    finish: () => ({ marked: 1 }),
  });
  openConsole("/staff/classes/c16");
  await press("Learner a", "Present");
  await userEvent.click(screen.getByRole("button", { name: "Finish class" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Finish class" }));
  expect(dialog.getByText("1 learner is not marked")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Finish class" }));
  expect(await dialog.findByText(/Finish the class when the network is back/)).toBeTruthy();
  isAway = false;
  await userEvent.click(dialog.getByRole("button", { name: "Finish class" }));
  expect(await screen.findByText("The class is finished.")).toBeTruthy();
  const calls = sent.map(({ call }) => call);
  expect(calls.lastIndexOf("teaching.roll")).toBeLessThan(calls.indexOf("teaching.finish"));
});

test("a link to a recording elsewhere stands with the recordings, and counts as one", async () => {
  const { inputsOf } = startFakeApi({
    staff: { me: () => me },
    teaching: { read: () => classPage({ recordingUrl: "https://films.example/1" }), change: () => ({}) },
    library: { recordings: () => ({ recordings: [], mayChange: true }) },
  });
  openConsole("/staff/classes/c16");
  const section = within(await screen.findByRole("region", { name: "Recordings" }));
  expect(await section.findByText("1")).toBeTruthy();
  const link = section.getByLabelText("Or a link to a recording elsewhere");
  await userEvent.clear(link);
  await userEvent.type(link, "https://films.example/2");
  await userEvent.click(section.getByRole("button", { name: "Save the link" }));
  expect(await screen.findByText("Learners find the recording in their schedule.")).toBeTruthy();
  expect(inputsOf("teaching.change")).toEqual([{ classId: "c16", recordingUrl: "https://films.example/2" }]);
  const jumps = within(screen.getByRole("navigation", { name: "On this page" }));
  expect(jumps.getByRole("link", { name: "Questions" }).getAttribute("href")).toBe("#questions");
});

test("who is replaced by a substitute reads the class and marks nobody", async () => {
  start(classPage({ mayTeach: false, isYours: false, trainer: "Mary Joseph" }));
  openConsole("/staff/classes/c16");
  expect(await screen.findByText("Somebody else teaches this class. You can read it.")).toBeTruthy();
  expect(((await groupOf("Learner a")) as HTMLFieldSetElement).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Finish class" })).toBeNull();
});

test("a class of somebody else is not found", async () => {
  startFakeApi({ staff: { me: () => me }, teaching: { read: () => new Refused("UNKNOWN_CLASS") } });
  openConsole("/staff/classes/c16");
  expect(await screen.findByRole("heading", { name: "Class not found" })).toBeTruthy();
});
