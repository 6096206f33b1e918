import { expect, test } from "vitest";
import { buildFor } from "./page-routes.ts";
import { builtSite } from "./pages.ts";

const build = await (await builtSite()).load();
const patternsOf = (pathname: string) =>
  Object.values(buildFor(build, pathname).routes)
    .map((route) => route?.path)
    .filter(Boolean);

test("the router of a page knows the routes of that page and of those above it, and no others", () => {
  expect(patternsOf("/onlinecourses")).toEqual(["onlinecourses"]);
  expect(patternsOf("/onlinecourses.data")).toEqual(["onlinecourses"]);
  const ofCourse = patternsOf("/onlinecourses/viewdetails/sql");
  expect(ofCourse).toContain("onlinecourses");
  expect(ofCourse.length).toBeLessThan(6);
  expect(patternsOf("/dashboard/mycourses").some((path) => path?.startsWith("staff"))).toBe(false);
});

test("pages of one pattern share a build, and an address of a thousand parts costs no more", () => {
  expect(buildFor(build, "/onlinecourses/viewdetails/sql")).toBe(buildFor(build, "/onlinecourses/viewdetails/python"));
  const deep = `/none${"/a".repeat(1000)}`;
  expect(buildFor(build, deep)).toBe(buildFor(build, "/none/a"));
});

test("who asks which routes there are is told all", () => {
  expect(buildFor(build, "/__manifest")).toBe(build);
});
