import { usualFields, usualLevels } from "@shoreline/domain/site";
import { expect, test } from "vitest";
import { filterPath, readFilter } from "./course-filter.ts";

const choices = { fields: usualFields, levels: usualLevels };
const read = (query: string) => readFilter(new URLSearchParams(query), choices);

test("an address without a query asks for everything, the popular ones first", () => {
  expect(read("")).toEqual({ q: "", sort: "popular", page: 1 });
  expect(filterPath(read(""))).toBe("/onlinecourses");
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
  expect(filterPath(read(query))).toBe("/onlinecourses");
});

test("a filter written into an address is read back unchanged", () => {
  const filter = read("q=C%2B%2B+%26+pointers&field=programming&level=beginner&sort=price&page=3");
  expect(read(filterPath(filter, { page: filter.page }).split("?")[1] ?? "")).toEqual(filter);
});

test("a change of the filter begins at the first page and keeps the rest", () => {
  expect(filterPath(read("q=react&page=2&sort=name"), { field: "web" })).toBe(
    "/onlinecourses?q=react&field=web&sort=name",
  );
  expect(filterPath(read("field=web&level=beginner"), { field: undefined })).toBe("/onlinecourses?level=beginner");
});
