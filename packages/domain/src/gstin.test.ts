import { expect, test } from "vitest";
import { gstinState, isGstin, whyNotEmployer } from "./gstin.ts";

test.each(["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "24AAACC1206D1ZM", "97AAPFU0939F1ZO"])("%s is a GSTIN", (text) => {
  expect(isGstin(text)).toBe(true);
});

test.each(["27AAPFU0939F1ZW", "27AAPFU0993F1ZV", "27aapfu0939f1zv", "27AAPFU0939F1Z", "", "27AAPFU0939F1YV"])(
  "%j is none",
  (text) => expect(isGstin(text)).toBe(false),
);

test.each(["00", "25", "28", "39", "96", "99"])("no company is registered in a state %s", (state) => {
  const digits = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  expect(digits.filter((last) => isGstin(`${state}AAPFU0939F1Z${last}`))).toEqual([]);
});

test("its first two digits are the state", () => expect(gstinState("27AAPFU0939F1ZV")).toBe("27"));

test("a GSTIN needs the name of its company, and a company needs no GSTIN", () => {
  expect(whyNotEmployer({ company: "", gstin: "" })).toBeNull();
  expect(whyNotEmployer({ company: "Anchorstack", gstin: "" })).toBeNull();
  expect(whyNotEmployer({ company: "Anchorstack", gstin: "27AAPFU0939F1ZV" })).toBeNull();
  expect(whyNotEmployer({ company: "", gstin: "27AAPFU0939F1ZV" })?.field).toBe("company");
  expect(whyNotEmployer({ company: "Anchorstack", gstin: "27AAPFU0939F1ZW" })?.field).toBe("gstin");
});
