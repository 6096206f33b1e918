import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Calendar } from "./calendar.tsx";
import { DateField } from "./date-field.tsx";
import { DateInput } from "./date-input.tsx";

afterEach(cleanup);

function openInput(first: string) {
  const taken: string[] = [];
  function Page() {
    const [date, setDate] = useState(first);
    const take = (next: string) => {
      taken.push(next);
      setDate(next);
    };
    return <DateInput aria-label="Since" label="Since" value={date} onChange={take} />;
  }
  render(<Page />);
  return { field: screen.getByRole<HTMLInputElement>("textbox", { name: "Since" }), taken };
}

test("a typed day is taken over on Enter and when the field is left, and shown with the day first", async () => {
  const { field, taken } = openInput("2026-11-17");
  expect(field.value).toBe("17 Nov 2026");
  await userEvent.clear(field);
  await userEvent.type(field, "5/4/2026{Enter}");
  expect([field.value, document.activeElement === field]).toEqual(["5 Apr 2026", true]);
  await userEvent.clear(field);
  await userEvent.tab();
  expect(field.value).toBe("");
  expect(taken).toEqual(["2026-04-05", ""]);
});

test("what is no day is named, and the day before it stays", async () => {
  const { field, taken } = openInput("2026-11-17");
  await userEvent.clear(field);
  await userEvent.type(field, "11/17/2026{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Enter a day such as 17 Nov 2026");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.validity.valid).toBe(false);
  expect(taken).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, "16 Nov 2026{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(field.validity.valid).toBe(true);
  expect(taken).toEqual(["2026-11-16"]);
});

test("a form sends the day in the form of the contract", async () => {
  const sent: unknown[] = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(new FormData(event.currentTarget).get("from"));
      }}
    >
      <DateField label="Received since" name="from" defaultValue="" />
      <button type="submit">Show</button>
    </form>,
  );
  await userEvent.type(screen.getByLabelText("Received since"), "17 nov 2026");
  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(sent).toEqual(["2026-11-17"]);
});

test("the keyboard alone chooses a day of the calendar", async () => {
  const chosen: string[] = [];
  render(<Calendar value="2026-11-30" onChoose={(date) => chosen.push(date)} />);
  const isAt = (name: string) => expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe(name);
  await isAt("Monday 30 November 2026");
  await userEvent.keyboard("{ArrowRight}");
  await isAt("Tuesday 1 December 2026");
  await userEvent.keyboard("{PageUp}");
  await isAt("Sunday 1 November 2026");
  await userEvent.keyboard("{ArrowDown}");
  await isAt("Sunday 8 November 2026");
  await userEvent.keyboard("{Home}");
  await isAt("Monday 2 November 2026");
  await userEvent.keyboard("{Enter}");
  expect(chosen).toEqual(["2026-11-02"]);
});
