import { expect, test } from "vitest";
import { compare } from "./compare.ts";

const files = (field: string) => expect.objectContaining({ field, winner: "files" });
const staff = (field: string, why: string) => expect.objectContaining({ field, winner: "staff", why });

test("what only the files have is added, unless staff have removed it", () => {
  const wanted = { a: 1 };
  expect(compare({ wanted, stored: undefined, applied: undefined })).toEqual({ action: "add" });
  expect(compare({ wanted, stored: undefined, applied: { a: 1 } })).toEqual({
    action: "keep",
    why: "staff have removed it",
  });
  expect(compare({ wanted, stored: undefined, applied: { a: 1 } }, { filesWin: true })).toEqual({ action: "add" });
});

test("each side's changes are kept, field by field, and staff win where both have changed", () => {
  const applied = { price: 100, name: "SQL", text: "old" };
  const stored = { price: 100, name: "SQL for all", text: "by staff" };
  const wanted = { price: 200, name: "SQL", text: "by file" };
  const differences = [
    files("price"),
    staff("name", "only staff have changed it"),
    staff("text", "both have changed it"),
  ];
  expect(compare({ wanted, stored, applied })).toEqual({
    action: "change",
    differences,
    values: { price: 200, name: "SQL for all", text: "by staff" },
  });
  expect(compare({ wanted, stored, applied }, { filesWin: true })).toMatchObject({ action: "change", values: wanted });
});

test("if staff win everywhere, nothing is done", () => {
  const sides = { wanted: { a: 1 }, stored: { a: 2 }, applied: { a: 1 } };
  expect(compare(sides)).toMatchObject({ action: "keep", why: "staff have changed it" });
});

test("what is no longer in the files is removed, unless staff have changed or made it", () => {
  expect(compare({ wanted: undefined, stored: { a: 1, own: 2 }, applied: { a: 1 } })).toEqual({ action: "remove" });
  expect(compare({ wanted: undefined, stored: { a: 2 }, applied: { a: 1 } }).action).toBe("keep");
  expect(compare({ wanted: undefined, stored: { a: 2 }, applied: null })).toEqual({
    action: "keep",
    why: "it is no longer in the files, but nobody knows whether staff have changed it",
  });
  expect(compare({ wanted: undefined, stored: { a: 2 }, applied: { a: 1 } }, { filesWin: true }).action).toBe("remove");
  expect(compare({ wanted: undefined, stored: { a: 2 }, applied: undefined }).action).toBe("none");
  expect(compare({ wanted: undefined, stored: undefined, applied: { a: 1 } }).action).toBe("none");
});

test("a field that the files do not mention is nobody's concern; of a document it is removed", () => {
  const sides = { wanted: { a: 1 }, stored: { a: 1, link: "x" }, applied: { a: 1, link: "x" } };
  expect(compare(sides)).toEqual({ action: "none" });
  expect(compare(sides, { isDocument: true })).toMatchObject({ action: "change", values: { a: 1 } });
});

test("files that win leave nothing in a document that somebody has put there by hand", () => {
  const sides = { wanted: { a: 1 }, stored: { 0: 5, a: 1 }, applied: { a: 1 } };
  expect(compare(sides, { isDocument: true })).toEqual({ action: "none" });
  expect(compare(sides, { isDocument: true, filesWin: true })).toMatchObject({ action: "change", values: { a: 1 } });
});

test("while it is unknown what the files had, staff win, but dates of the demo move", () => {
  const sides = { wanted: { text: "new", at: "today" }, stored: { text: "old", at: "then" }, applied: null };
  expect(compare(sides)).toMatchObject({
    action: "keep",
    differences: [staff("text", "it was there before the files"), staff("at", "it was there before the files")],
  });
  expect(compare(sides, { moving: ["at"] })).toMatchObject({ action: "change", values: { text: "old", at: "today" } });
});

test("the order of keys and a missing or empty field make no difference", () => {
  const sides = {
    wanted: { a: { x: 1, y: 2 }, b: null },
    stored: { a: { y: 2, x: 1 } },
    applied: { a: { x: 1, y: 2 } },
  };
  expect(compare(sides)).toEqual({ action: "none" });
});

test("a column that came with an update is the files' to fill", () => {
  const sides = { wanted: { a: 1, starts: ["soon"] }, stored: { a: 1, starts: [] }, applied: { a: 1 } };
  expect(compare(sides)).toMatchObject({ action: "change", values: { starts: ["soon"] } });
});
