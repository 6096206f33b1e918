import { expect, test } from "vitest";
import { faultOf, fromTyped, toTyped } from "./settings-text.ts";

const settings = {
  discountLimits: { "front desk": 5, counsellor: 2.5 },
  overdue: { remindOn: [-3, 0, 7], restrictAfter: 15 },
  upi: { vpa: "shoreline@okbank", payee: "Shoreline Academy" },
  desks: ["Front desk", "Library"],
  automaticPayments: true,
};

test("settings come back from the form as they went in", () => {
  expect(fromTyped(toTyped(settings))).toEqual(settings);
  const without = { ...settings, upi: null, overdue: { remindOn: [], restrictAfter: null } };
  expect(fromTyped(toTyped(without))).toEqual(without);
});

test("a minus sign of any kind counts, and what is no number is left to the server to name", () => {
  const typed = { ...toTyped(settings), remindOn: "−3 0, soon", restrictAfter: "never" };
  const { remindOn, restrictAfter } = fromTyped(typed).overdue;
  expect(remindOn).toEqual([-3, 0, Number.NaN]);
  expect(restrictAfter).toBe(0);
  expect(faultOf({ "overdue.remindOn.2": "Enter whole days" }, "overdue.remindOn")).toBe("Enter whole days");
  expect(faultOf({ desks: "Enter a name" }, "upi.vpa")).toBeUndefined();
});
