import type { StaffRegistrant, StaffWebinar } from "@shoreline/contract";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
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

function sampleWebinar(given: Partial<StaffWebinar> = {}): StaffWebinar {
  return {
    ...{ webinarId: "git", title: "Git without fear", course: "Git" },
    ...{ startsAt: "2026-11-10T12:30:00.000Z", endsAt: "2026-11-10T13:30:00.000Z", state: "over", hasLink: true },
    ...{ seats: 40, registered: 12, unconfirmed: 0, attended: 7 },
    ...given,
  };
}

function sampleRegistrant(seatId: string, given: Partial<StaffRegistrant> = {}): StaffRegistrant {
  return {
    ...{ seatId, name: `Person ${seatId}`, email: `${seatId}@example.com`, number: "+919840020001" },
    ...{ takenAt: "2026-11-08T05:00:00.000Z", isConfirmed: true, isPaid: false, attendance: "missed" },
    ...{ joinedAt: null, isUnsubscribed: false, leadId: `lead-${seatId}` },
    ...given,
  };
}

const reach = {
  attended: { people: 42, unsubscribed: 3 },
  missed: { people: 1, unsubscribed: 0 },
  everybody: { people: 0, unsubscribed: 2 },
};
const counts = { attended: 7, missed: 5, unknown: 0 };
type Registrants = NonNullable<Parameters<typeof startFakeApi>[0]["registrants"]>;

function start(registrants: StaffRegistrant[], answers: Registrants = {}) {
  return startFakeApi({
    staff: { me: () => sampleMe() },
    inbox: {
      templates: () => ({
        templates: [
          {
            templateId: "t",
            name: "Thank you",
            kind: "mail",
            subject: "For {first name}",
            text: "About {course}",
            version: 1,
          },
        ],
      }),
    },
    registrants: {
      webinars: () => ({ webinars: [sampleWebinar()], next: null }),
      list: () => ({ webinar: sampleWebinar(), registrants, next: null, counts, reach }),
      attendance: ({ seatIds }) => ({ changed: seatIds.length }),
      write: () => ({ sent: 42, unsubscribed: 3 }),
      ...answers,
    },
  });
}

const cellsOf = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(name) }))
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

test("each webinar shows its numbers and whether its link is missing, and leads to its registrants", async () => {
  const next = sampleWebinar({ webinarId: "api", title: "First API", state: "upcoming", hasLink: false, seats: null });
  start([], { webinars: () => ({ webinars: [next, sampleWebinar()], next: "end" }) });
  const { addressNow } = openConsole("/staff/webinars");
  await screen.findByRole("link", { name: "First API" });
  expect(cellsOf("First API").slice(2)).toEqual(["Link missing", "12 registered", ""]);
  expect(cellsOf("Git without fear").slice(2)).toEqual(["Over", "12 / 40 registered", "7"]);
  expect(screen.getByRole("link", { name: "Earlier" }).getAttribute("href")).toBe("/staff/webinars?after=end");
  await userEvent.keyboard("jj{Enter}");
  await waitFor(() => expect(addressNow()).toBe("/staff/webinars/git"));
});

test("no webinars, an error with a retry, and a webinar that is gone each say what to do", async () => {
  let isDown = true;
  start([], {
    webinars: () => (isDown ? new Refused("UNAVAILABLE") : { webinars: [], next: null }),
    list: () => new Refused("UNKNOWN_WEBINAR"),
  });
  openConsole("/staff/webinars");
  await screen.findByText("The list of webinars did not load.", {}, { timeout: 8000 });
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(/No webinars yet/);
  cleanup();
  openConsole("/staff/webinars/gone");
  await screen.findByRole("heading", { name: "Webinar not found" });
  expect(screen.getByRole("link", { name: "See all webinars" })).toBeTruthy();
});

test("when somebody joined is not said where staff have marked them as missed", async () => {
  const joinedAt = "2026-11-14T13:25:00.000Z";
  start([sampleRegistrant("a", { joinedAt }), sampleRegistrant("b", { joinedAt, attendance: "attended" })]);
  openConsole("/staff/webinars/git");
  await screen.findByRole("link", { name: "Person a" });
  expect(cellsOf("Person a").join()).not.toContain("joined");
  expect(cellsOf("Person b").join()).toContain("joined");
});

test("attendance and words are in the address, and nobody found names the way back", async () => {
  const api = start([sampleRegistrant("a")], {
    list: ({ words }) => ({
      ...{ webinar: sampleWebinar(), next: null, counts, reach },
      registrants: words ? [] : [sampleRegistrant("a", { attendance: "attended", isUnsubscribed: true })],
    }),
  });
  const { addressNow } = openConsole("/staff/webinars/git?after=k");
  await userEvent.click(await screen.findByRole("link", { name: "Attended 7" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/webinars/git?attendance=attended"));
  expect(screen.getByRole("link", { name: "All 12" }).getAttribute("aria-current")).toBeNull();
  expect(cellsOf("Person a")).toContain("a@example.comunsubscribed");
  expect(screen.getByRole("link", { name: "Person a" }).getAttribute("href")).toBe("/staff/leads?lead=lead-a");
  await userEvent.type(screen.getByLabelText("Find"), "zzz{Enter}");
  await screen.findByText("Nobody fits these filters.");
  expect(api.inputsOf("registrants.list").at(-1)).toEqual({ webinarId: "git", attendance: "attended", words: "zzz" });
});

test("the keyboard alone chooses rows and marks them as attended", async () => {
  const api = start([sampleRegistrant("a"), sampleRegistrant("b", { leadId: null }), sampleRegistrant("c")]);
  openConsole("/staff/webinars/git");
  await screen.findByText("Person c");
  await userEvent.keyboard("jxjx");
  expect(screen.getByText("2 people chosen")).toBeTruthy();
  await userEvent.keyboard("+");
  await screen.findByText("2 people marked as attended.");
  expect(api.inputsOf("registrants.attendance")).toEqual([{ webinarId: "git", seatIds: ["a", "b"], attended: true }]);
  expect(screen.queryByText(/chosen/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "More for Person c" }));
  await userEvent.click(screen.getByRole("button", { name: "Take the mark back" }));
  await screen.findByText("1 person without a mark again.");
  expect(api.inputsOf("registrants.attendance").at(-1)).toMatchObject({ seatIds: ["c"], attended: null });
});

test("a mail shows first who will get it and how it reads; sent again after no answer, it is the same attempt", async () => {
  let isLost = true;
  const api = start([sampleRegistrant("a")], {
    write: () => {
      if (isLost) throw new TypeError("offline");
      return { sent: 42, unsubscribed: 3 };
    },
  });
  openConsole("/staff/webinars/git?attendance=attended");
  await userEvent.click(await screen.findByRole("button", { name: "Send a mail" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send a mail to registrants" }));
  await userEvent.selectOptions(await dialog.findByLabelText("Template"), "Thank you");
  expect((dialog.getByLabelText("Subject") as HTMLInputElement).value).toBe("For {first name}");
  expect(dialog.getByRole("region", { name: "Preview" }).textContent).toContain("For AshaAbout Git");
  expect(dialog.getByText("42 people will get this mail.").parentElement?.textContent).toBe(
    "42 people will get this mail. 3 have unsubscribed and will not.",
  );
  await userEvent.click(dialog.getByRole("button", { name: "Send to 42 people" }));
  await waitFor(() => expect(api.inputsOf("registrants.write")).toHaveLength(1));
  isLost = false;
  await userEvent.click(await dialog.findByRole("button", { name: "Send to 42 people" }));
  await screen.findByText("The mail to 42 people is on its way.");
  const [first, second] = api.inputsOf("registrants.write");
  expect(first).toEqual(second);
  expect(first).toMatchObject({
    webinarId: "git",
    to: "attended",
    subject: "For {first name}",
    text: "About {course}",
  });
});

test("a mail that was changed after no answer is another attempt", async () => {
  const api = start([sampleRegistrant("a")], {
    write: () => {
      throw new TypeError("offline");
    },
  });
  openConsole("/staff/webinars/git?attendance=attended");
  await userEvent.click(await screen.findByRole("button", { name: "Send a mail" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Subject"), "Thank you");
  await userEvent.type(dialog.getByLabelText("Text"), "It was good.");
  const changes = [
    () => {},
    () => userEvent.type(dialog.getByLabelText("Subject"), "!"),
    () => userEvent.type(dialog.getByLabelText("Text"), " See you."),
    () => userEvent.selectOptions(dialog.getByLabelText("To"), "missed"),
  ];
  for (const [at, change] of changes.entries()) {
    await change();
    await userEvent.click(await dialog.findByRole("button", { name: /^Send to/ }));
    await waitFor(() => expect(api.inputsOf("registrants.write")).toHaveLength(at + 1));
  }
  const attempts = api.inputsOf("registrants.write").map(({ attemptId }) => attemptId);
  expect(new Set(attempts).size).toBe(changes.length);
});

test.each([
  [2, "2 people marked as attended."],
  [1, "1 person marked as attended. 1 person unchanged: already so, or the seat is not confirmed."],
  [0, "Nothing has changed: already so, or the seat is not confirmed."],
])("of two who are marked, %i changed, and that is what is said", async (changed, text) => {
  start([sampleRegistrant("a"), sampleRegistrant("b")], { attendance: () => ({ changed }) });
  openConsole("/staff/webinars/git");
  await screen.findByText("Person b");
  await userEvent.keyboard("jxjx+");
  await screen.findByText(text);
});

test("a group with nobody in it cannot be written to, and what the server refuses is shown at its field", async () => {
  start([sampleRegistrant("a")], { write: () => new Refused("INVALID_INPUT", { text: "Write a text" }) });
  openConsole("/staff/webinars/git");
  await userEvent.click(await screen.findByRole("button", { name: "Send a mail" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Nobody would get this mail.")).toBeTruthy();
  expect((dialog.getByRole("button", { name: "Send" }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.selectOptions(dialog.getByLabelText("To"), "missed");
  await userEvent.type(dialog.getByLabelText("Subject"), "Dear {{nick}");
  await dialog.findByText("{nick} is not a known field");
  await userEvent.click(dialog.getByRole("button", { name: "Send to 1 person" }));
  await dialog.findByText("Write a text");
});
