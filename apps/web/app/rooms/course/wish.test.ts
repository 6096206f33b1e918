import { expect, test } from "vitest";
import { readWish, wishPath } from "./wish.ts";

const read = (query: string) => readWish(new URLSearchParams(query));

test("an address without a query asks for everything, the popular ones first", () => {
  expect(read("")).toEqual({ q: "", sort: "popular", page: 1 });
  expect(wishPath(read(""))).toBe("/onlinecourses");
});

test.each([
  "field=nonsense",
  "level=",
  "sort=__proto__",
  "page=0",
  "page=-1",
  "page=1.5",
  "page=1e9",
  "page=x",
  "page=%00",
])("what is not known (%s) asks for nothing", (query) => {
  expect(wishPath(read(query))).toBe("/onlinecourses");
});

test("a filter is the same after it is written to an address and read back", () => {
  const wish = read("q=C%2B%2B+%26+pointers&field=programming&level=beginner&sort=price&page=3");
  expect(read(wishPath(wish, { page: wish.page }).split("?")[1] ?? "")).toEqual(wish);
});

test("a change of the filter goes to the first page and keeps the rest", () => {
  expect(wishPath(read("q=react&page=2&sort=name"), { field: "web" })).toBe(
    "/onlinecourses?q=react&field=web&sort=name",
  );
  expect(wishPath(read("field=web&level=beginner"), { field: undefined })).toBe("/onlinecourses?level=beginner");
});
