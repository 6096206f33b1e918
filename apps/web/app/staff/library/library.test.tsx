import type { StaffRecording } from "@shoreline/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const welcome: StaffRecording = {
  ...{ recordingId: "11111111-1111-4111-8111-111111111111", name: "Welcome", seconds: null, chapters: [] },
  ...{ captions: [], bytes: 5_000_000, type: "video/mp4", link: "/lessons/x/welcome.mp4", who: "Nisha Kurian" },
  ...{ addedAt: "2026-11-01T06:00:00.000Z", watchers: 0, version: 4 },
};

type Answers = NonNullable<Parameters<typeof startFakeApi>[0]["library"]>;

function openLibrary(answers: Answers, address = "") {
  const course = { courseId: "python", name: "Python" };
  const api = startFakeApi({
    staff: { me: () => sampleMe({ roles: ["owner"] }) },
    library: {
      firstCourse: () => ({ course }),
      materials: () => ({
        course: { ...course, bytes: 5_000_000, gigabytes: 20 },
        classes: [],
        materials: [],
        next: null,
      }),
      storage: () => ({
        ...{
          courseGigabytes: 20,
          instituteGigabytes: 200,
          fileTypes: [],
          version: 1,
          bytes: 0,
          courses: [],
          isMore: false,
        },
        keepFiles: { recordings: null, material: null, handedIn: null },
      }),
      ...answers,
    },
  });
  return { api, ...openConsole(`/staff/library${address}`) };
}

test("recordings for the whole course are in the library, and somebody enters the length of one", async () => {
  const changed: unknown[] = [];
  openLibrary({
    recordings: ({ courseId }) => ({ recordings: courseId === "python" ? [welcome] : [], mayChange: true }),
    changeRecording: (given) => {
      changed.push(given);
      return { ...welcome, seconds: given.seconds, version: 5 };
    },
  });
  const section = await screen.findByRole("region", { name: /Recordings for the whole course/ });
  await userEvent.click(await within(section).findByRole("button", { name: "Change Welcome" }));
  const dialog = await screen.findByRole("dialog", { name: "Change the recording" });
  expect(dialog.textContent).toContain("A recording without a length never counts as watched.");
  await userEvent.type(within(dialog).getByLabelText("Length, such as 1:05:00"), "1:02:03");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save the recording" }));
  await screen.findByText("The recording is saved.");
  expect(changed).toMatchObject([{ seconds: 3723, version: 4 }]);
  expect(section.textContent).toContain("1:02:03");
});

test("a length that cannot be read is sent as 0, which the server refuses", async () => {
  openLibrary({
    recordings: () => ({ recordings: [welcome], mayChange: true }),
    changeRecording: ({ seconds }) =>
      seconds === 0 ? new Refused("INVALID_INPUT", { seconds: "Enter a time" }) : welcome,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change Welcome" }));
  const dialog = await screen.findByRole("dialog", { name: "Change the recording" });
  await userEvent.type(within(dialog).getByLabelText("Length, such as 1:05:00"), "an hour");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save the recording" }));
  await within(dialog).findByText("Enter a time");
});

test("a rule whose preview fails says so, and can be saved after another try", async () => {
  let isAway = true;
  const none = { count: 0, bytes: 0 };
  openLibrary(
    {
      previewRemoval: () =>
        isAway ? new Refused("TOO_MANY_REQUESTS") : { recordings: none, material: none, handedIn: none },
    },
    "/storage",
  );
  await screen.findByText("What this rule would remove did not load.");
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save the rule" });
  expect(save.disabled).toBe(true);
  isAway = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("This rule would remove nothing now.");
  expect(save.disabled).toBe(false);
});
