import type { CourseChoice, NamedCourse } from "@shoreline/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { createStaffQueries } from "../client.ts";
import { coursesToFind, sampleCourse } from "../test/courses.ts";
import { CourseField } from "./course-field.tsx";
import { offeredCourses } from "./course-finder.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const java = sampleCourse({ courseId: "java", name: "Java" });
const javaScript = sampleCourse({ courseId: "javascript", name: "JavaScript" });
const sql = sampleCourse({ courseId: "sql", name: "SQL", hours: 30 });

type Given = { chosen?: NamedCourse; whyNot?(course: CourseChoice): string | null; empty?: string };

function openField({ chosen, ...given }: Given = {}) {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  function Form() {
    const [course, setCourse] = useState<NamedCourse | null>(chosen ?? null);
    return (
      <form onSubmit={onSubmit}>
        <CourseField
          {...{ ...given, label: "Course", value: course, from: offeredCourses, onChange: setCourse }}
          more={({ hours }) => `${hours} hours`}
        />
        <output>{course?.courseId ?? "none"}</output>
      </form>
    );
  }
  render(
    <QueryClientProvider client={createStaffQueries()}>
      <Form />
    </QueryClientProvider>,
  );
  return { onSubmit, field: screen.getByRole<HTMLInputElement>("combobox", { name: "Course" }) };
}

const chosenNow = () => document.querySelector("output")?.textContent;

test("a course is found by typing and chosen with Enter, which does not send the form", async () => {
  startFakeApi({ desk: coursesToFind([java, javaScript, sql]) });
  const { field, onSubmit } = openField();
  await userEvent.type(field, "script");
  const option = await screen.findByRole("option", { name: /JavaScript/ });
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  expect(field.getAttribute("aria-activedescendant")).toBe(option.id);
  await userEvent.keyboard("{Enter}");
  expect([field.value, chosenNow(), onSubmit.mock.calls.length]).toEqual(["JavaScript", "javascript", 0]);
  expect(field.getAttribute("aria-expanded")).toBe("false");
  await userEvent.keyboard("{Enter}");
  expect(onSubmit.mock.calls.length).toBe(1);
});

test("who presses Enter before the courses are here gets the first that comes", async () => {
  startFakeApi({ desk: coursesToFind([java, javaScript, sql]) });
  const { field, onSubmit } = openField();
  await userEvent.type(field, "sq{Enter}");
  expect(chosenNow()).toBe("none");
  await waitFor(() => expect(chosenNow()).toBe("sql"));
  expect([field.value, onSubmit.mock.calls.length]).toEqual(["SQL", 0]);
});

test("the list opens on a click with the first courses, and arrows go round in it", async () => {
  startFakeApi({ desk: coursesToFind([java, javaScript, sql]) });
  const { field } = openField({ chosen: sql });
  expect(field.value).toBe("SQL");
  await userEvent.click(field);
  const list = within(await screen.findByRole("listbox", { name: "Course" }));
  const options = await list.findAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    ...["Java40 hours", "JavaScript40 hours", "SQL30 hours"],
  ]);
  await userEvent.keyboard("{ArrowUp}");
  expect(options[2]?.getAttribute("aria-selected")).toBe("true");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(chosenNow()).toBe("javascript");
});

test("Escape and leaving the field keep the course that was chosen", async () => {
  startFakeApi({ desk: coursesToFind([java, sql]) });
  const { field } = openField({ chosen: sql });
  await userEvent.type(field, "jav");
  await userEvent.keyboard("{Escape}");
  expect([field.value, screen.queryByRole("listbox")]).toEqual(["SQL", null]);
  await userEvent.type(field, "jav");
  await userEvent.tab();
  expect([field.value, chosenNow()]).toEqual(["SQL", "sql"]);
});

test("where no course is a choice too, it stands first in the list", async () => {
  startFakeApi({ desk: coursesToFind([java, sql]) });
  const { field } = openField({ chosen: sql, empty: "any" });
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole("option", { name: "any" }));
  expect([field.value, chosenNow()]).toEqual(["", "none"]);
});

test("a course that does not fit says why and cannot be chosen", async () => {
  startFakeApi({ desk: coursesToFind([java, sql]) });
  const { field } = openField({ whyNot: ({ courseId }) => (courseId === "sql" ? "has it already" : null) });
  await userEvent.type(field, "sql");
  const option = await screen.findByRole("option", { name: /has it already/ });
  expect(option.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(option);
  await userEvent.keyboard("{Enter}");
  expect(chosenNow()).toBe("none");
});

test("nothing found and no answer are said", async () => {
  startFakeApi({ desk: coursesToFind([java]) });
  const { field } = openField();
  await userEvent.type(field, "cobol");
  expect(await screen.findByText("No course found for “cobol”.")).toBeTruthy();
  cleanup();
  startFakeApi({ desk: { courses: () => new Refused("TOO_MANY_REQUESTS") } });
  await userEvent.type(openField().field, "java");
  expect(await screen.findByText(/^The courses did not load\./)).toBeTruthy();
});

test("where more match than are listed, the list says so", async () => {
  startFakeApi({ desk: { courses: () => ({ courses: [java], isMore: true }) } });
  await userEvent.click(openField().field);
  expect(await screen.findByText("There are more: type a part of the name.")).toBeTruthy();
});
