import { expect, test } from "vitest";
import { clockText, hoursText, toHours } from "./trainer-hours.ts";

test("hours are minutes after midnight; a day without a time is left out, and midnight ends a day", () => {
  const written = [
    { weekday: 1, from: "09:00", to: "17:30" },
    { weekday: 2, from: "", to: "17:30" },
    { weekday: 6, from: "18:00", to: "00:00" },
  ];
  expect(toHours(written)).toEqual([
    { weekday: 1, from: 540, to: 1050 },
    { weekday: 6, from: 1080, to: 1440 },
  ]);
  expect(clockText(1050)).toBe("17:30");
});

test("hours are said by spans of days and with AM and PM", () => {
  const on = (weekday: number, from: number, to: number) => ({ weekday, from: from * 60, to: to * 60 });
  const office = [1, 2, 3, 4, 5].map((weekday) => on(weekday, 9, 17));
  expect(hoursText(office)).toBe("Mon to Fri, 9:00 AM to 5:00 PM");
  expect(hoursText([on(0, 18, 24), ...office.slice(0, 2), on(4, 9, 17)])).toBe(
    "Sun, 6:00 PM to 12:00 AM; Mon, Tue, Thu, 9:00 AM to 5:00 PM",
  );
});
