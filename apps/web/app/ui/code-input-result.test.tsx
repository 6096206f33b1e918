import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { begin, box, clearLog, completed, inputs, reported, Screen, shown } from "../test/code-boxes.tsx";
import { readCode } from "./code-input.tsx";

beforeEach(clearLog);
afterEach(cleanup);

describe("the code", () => {
  test("is reported once no box is empty, and again after every correction", async () => {
    const { user } = await begin();
    await user.keyboard("123");
    expect(completed).toEqual([]);
    await user.keyboard("4");
    expect(completed).toEqual(["1234"]);
    await user.keyboard("{Home}9");
    expect(completed).toEqual(["1234", "9234"]);
  });

  test("is not reported while a gap is left", async () => {
    const { user } = await begin({ start: "1_3_", at: 4 });
    await user.keyboard("4");
    expect(completed).toEqual([]);
    expect(reported.at(-1)).toEqual(["1", "", "3", "4"]);
  });

  test.each([
    [[], null],
    [["1", "2", "3"], null],
    [["1", "", "3", "4"], null],
    [["", "", "", ""], null],
    [["1", "2", "3", "4"], "1234"],
    [["😀", "b", "c", "d"], "😀bcd"],
  ])("of %j reads as %j", (value, code) => {
    expect(readCode(value)).toBe(code);
  });

  test("of another length is full at that length", () => {
    expect(readCode(["1", "2", "3", "4"], 6)).toBeNull();
    expect(readCode([..."123456"], 6)).toBe("123456");
  });
});

describe("what is drawn", () => {
  test("four boxes by default, as many as asked for otherwise", () => {
    const { unmount } = render(<Screen />);
    expect(inputs()).toHaveLength(4);
    unmount();
    render(<Screen length={6} />);
    expect(inputs()).toHaveLength(6);
  });

  test("the boxes are one group under the label", () => {
    render(<Screen />);
    const group = screen.getByRole("group", { name: "One-time code" });
    expect(inputs().every((input) => group.contains(input))).toBe(true);
  });

  test.each([
    ["number", "Digit"],
    ["alpha", "Character"],
    ["alphanumeric", "Character"],
    ["any", "Character"],
  ] as const)("boxes of type %s are named %s and their place", (type, noun) => {
    render(<Screen type={type} length={6} />);
    for (const [at, input] of inputs().entries()) {
      expect(screen.getByRole("textbox", { name: `${noun} ${at + 1} of 6` })).toBe(input);
    }
  });

  test("only the first box offers itself to the code of an SMS", () => {
    render(<Screen />);
    expect(inputs().map((input) => input.getAttribute("autocomplete"))).toEqual(["one-time-code", "off", "off", "off"]);
  });

  test.each([
    ["number", "numeric"],
    ["alpha", "text"],
    ["alphanumeric", "text"],
    ["any", "text"],
  ] as const)("%s brings up the %s keyboard", (type, keyboard) => {
    render(<Screen type={type} />);
    expect(inputs().every((input) => input.getAttribute("inputmode") === keyboard)).toBe(true);
  });

  test("boxes take a whole code at once: no maximum length", () => {
    render(<Screen />);
    expect(inputs().some((input) => input.hasAttribute("maxlength"))).toBe(false);
  });

  test("an invalid code is marked on every box, a valid one on none", () => {
    const { unmount } = render(<Screen isInvalid />);
    expect(inputs().every((input) => input.getAttribute("aria-invalid") === "true")).toBe(true);
    unmount();
    render(<Screen />);
    expect(inputs().some((input) => input.getAttribute("aria-invalid") === "true")).toBe(false);
  });

  test("the group and its first box are described, the others do not repeat it", () => {
    render(<Screen describedBy="hint" />);
    expect(screen.getByRole("group", { description: "From the SMS" })).toBeTruthy();
    expect(screen.getAllByRole("textbox", { description: "From the SMS" })).toEqual([box(1)]);
  });

  test("hidden boxes are marked for the style sheet and stay what autofill knows", async () => {
    const { user, rerender } = await begin({ isHidden: true });
    await user.keyboard("12");
    expect(inputs().map(({ dataset }) => dataset.hidden)).toEqual(["true", "true", "true", "true"]);
    expect(inputs().map(({ dataset }) => dataset.filled)).toEqual(["true", "true", "false", "false"]);
    expect(inputs().every((input) => input.type === "text")).toBe(true);
    expect(box(1).getAttribute("autocomplete")).toBe("one-time-code");
    rerender(<Screen isHidden={false} />);
    expect(inputs().map(({ dataset }) => dataset.hidden)).toEqual(["false", "false", "false", "false"]);
    expect(shown()).toEqual(["1", "2", "_", "_"]);
  });

  test("no box carries an inline style", () => {
    const { container } = render(<Screen isHidden isInvalid />);
    expect(container.querySelector("[style]")).toBeNull();
  });
});
