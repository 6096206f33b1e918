import { addDays } from "@shoreline/domain/batch";
import { expect, test } from "vitest";
import { readHolidays } from "./holidays.ts";

/** The skipped days of 2026 to 2028. */
function daysOf(text: string, name = "holidays.ics"): string[] {
  const isHoliday = readHolidays({ name, text });
  return Array.from({ length: 3 * 366 }, (_, n) => addDays("2026-01-01", n)).filter(isHoliday);
}

const calendar = (...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((lines) => ["BEGIN:VEVENT", "UID:x", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

test("a list has a day in each line, with or without its name; blank lines and comments do not count", () => {
  const text = "\uFEFF# Holidays\r\n\r\n2026-12-25 Christmas\n  2027-01-01\t New year\n2027-01-26";
  expect(daysOf(text, "days.txt")).toEqual(["2026-12-25", "2027-01-01", "2027-01-26"]);
});

test("a calendar has events of one or several whole days, once or every year", () => {
  const text = calendar(
    ["DTSTART;VALUE=DATE:20261108", "DTEND;VALUE=DATE:20261109", "SUMMARY:Diwali"],
    ["DTSTART;VALUE=DATE:20270114", "DTEND;VALUE=DATE:20270117", "SUMMARY:Pongal, three days"],
    ["DTSTART:20260301", "DURATION:P2D"],
    ["DTSTART:20260308", "DTEND:20260308"],
    ["DTSTART;VALUE=DATE:20241225", "RRULE:FREQ=YEARLY"],
    ["DTSTART:20270704", "RRULE:FREQ=YEARLY;INTERVAL=1"],
    ["DTSTART:20260606", "STATUS:CANCELLED"],
  );
  expect(daysOf(text)).toEqual([
    "2026-03-01",
    "2026-03-02",
    "2026-03-08",
    "2026-11-08",
    "2026-12-25",
    "2027-01-14",
    "2027-01-15",
    "2027-01-16",
    "2027-07-04",
    "2027-12-25",
    "2028-07-04",
    "2028-12-25",
  ]);
});

test("folded lines, quoted parameters, alarms and time zones are read over", () => {
  const text = calendar([
    "DTSTART;VALUE=",
    " DATE:2026",
    "\t1225",
    'ORGANIZER;CN="Desk: front":mailto:x@example.com',
    "BEGIN:VALARM",
    "TRIGGER:-PT15M",
    "DURATION:PT5M",
    "END:VALARM",
  ]).replace(
    "VERSION:2.0",
    "BEGIN:VTIMEZONE\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=YEARLY;BYMONTH=10\r\nEND:STANDARD\r\nEND:VTIMEZONE",
  );
  expect(daysOf(text)).toEqual(["2026-12-25"]);
});

test.each([
  ["2026-12-25\ntomorrow", "x.txt, line 2: Write a day like 2026-12-25"],
  ["2026-02-30 Nothing", "x.txt, line 1: Write a day"],
  ["\n# nothing\n", "x.txt names no days."],
  [calendar(), "x.txt names no days."],
  [calendar(["DTSTART:20261225T090000Z"]), "x.txt, line 5: DTSTART must be a day"],
  [calendar(["DTSTART:20261301"]), "x.txt, line 5: DTSTART must be a day"],
  [calendar(["DTSTART:20261225", "DTEND:20261225T100000"]), "x.txt, line 6: DTEND must be a day"],
  [calendar(["DTSTART:20261225", "DTEND:20261224"]), "x.txt, line 6: An event takes 1 to 366 days."],
  [calendar(["DTSTART:20261225", "DTEND:20291225"]), "x.txt, line 6: An event takes 1 to 366 days."],
  [calendar(["DTSTART:20261225", "DURATION:PT5H"]), "x.txt, line 6: An event takes 1 to 366 days."],
  [calendar(["DTSTART:20261225", "RRULE:FREQ=MONTHLY"]), "x.txt, line 6: Of the rules only"],
  [calendar(["DTSTART:20261225", "RRULE:FREQ=YEARLY;COUNT=3"]), "x.txt, line 6: Of the rules only"],
  [calendar(["DTSTART:20261225", "EXDATE:20271225"]), "x.txt, line 6: EXDATE is not understood here."],
  [calendar(["SUMMARY:When?"]), "x.txt, line 3: This event has no DTSTART."],
  ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261225", "x.txt, line 1: VCALENDAR is not ended."],
  ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", "x.txt, line 3: VEVENT of line 2 is not ended."],
  ["BEGIN:VCALENDAR\nnonsense\nEND:VCALENDAR", "x.txt, line 2: This is not a line of a calendar."],
])("what is not understood is refused with its line (%#)", (text, problem) => {
  expect(() => readHolidays({ name: "x.txt", text })).toThrow(problem);
});

test("a file that is not a calendar is refused", () => {
  expect(() => readHolidays({ name: "x.ICS", text: "DTSTART:20261225" })).toThrow(
    "A calendar starts with BEGIN:VCALENDAR.",
  );
  expect(() => readHolidays({ name: "x.ics", text: "2026-12-25" })).toThrow(
    "line 1: This is not a line of a calendar.",
  );
});
