import { cleanup, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { begin, box, clearLog, completed, focused, reported, selected, shown } from "../test/code-boxes.tsx";

beforeEach(clearLog);
afterEach(cleanup);

describe("typing", () => {
  test("a valid character fills its box and moves on", async () => {
    const { user } = await begin();
    await user.keyboard("4");
    expect(shown()).toEqual(["4", "_", "_", "_"]);
    expect(focused()).toBe(2);
    await user.keyboard("07");
    expect(shown()).toEqual(["4", "0", "7", "_"]);
    expect(focused()).toBe(4);
  });

  test("the last box keeps the focus, and the next character replaces its content", async () => {
    const { user } = await begin({ start: "123_", at: 4 });
    await user.keyboard("4");
    expect(focused()).toBe(4);
    expect(selected(box(4))).toBe("4");
    await user.keyboard("5");
    expect(shown()).toEqual(["1", "2", "3", "5"]);
  });

  test("a full box is replaced, and the focus moves on", async () => {
    const { user } = await begin({ start: "1234", at: 2 });
    await user.keyboard("9");
    expect(shown()).toEqual(["1", "9", "3", "4"]);
    expect(focused()).toBe(3);
  });

  test("the same character over itself moves on as well", async () => {
    const { user } = await begin({ start: "1234", at: 2 });
    await user.keyboard("2");
    expect(shown()).toEqual(["1", "2", "3", "4"]);
    expect(focused()).toBe(3);
  });

  test.each([
    ["after", 1],
    ["before", 0],
  ])("a full box is replaced also with the caret %s its character", async (_, caret) => {
    const { user } = await begin({ start: "1234", at: 2 });
    box(2).setSelectionRange(caret, caret);
    await user.keyboard("9");
    expect(shown()).toEqual(["1", "9", "3", "4"]);
    expect(focused()).toBe(3);
  });

  test("an invalid character in an empty box does nothing", async () => {
    const { user } = await begin();
    await user.keyboard("x");
    expect(shown()).toEqual(["_", "_", "_", "_"]);
    expect(focused()).toBe(1);
    expect(reported).toEqual([]);
  });

  test("an invalid character over a full box leaves it as it was, still selected", async () => {
    const { user } = await begin({ start: "1234", at: 2 });
    await user.keyboard("x");
    expect(shown()).toEqual(["1", "2", "3", "4"]);
    expect(focused()).toBe(2);
    expect(selected(box(2))).toBe("2");
    expect(reported).toEqual([]);
  });

  test("boxes can be filled in any order, and the gaps stay gaps", async () => {
    const { user } = await begin({ at: 3 });
    await user.keyboard("3");
    expect(reported.at(-1)).toEqual(["", "", "3", ""]);
  });
});

describe("each type takes only its characters", () => {
  test.each([
    ["number", "a1é-٣2 3४4", "1234"],
    ["alpha", "1aÉ-я_अ5", "aÉяअ"],
    ["alphanumeric", "-a1 É!9", "a1É9"],
    ["any", "a1-😀", "a1-😀"],
    ["any", " a\u200d\ufe0f1\t-\u00a0?", "a1-?"],
  ] as const)("%s typed: %j", async (type, typed, code) => {
    await begin({ type });
    for (const character of typed) {
      fireEvent.input(document.activeElement as Element, { target: { value: character } });
    }
    expect(shown()).toEqual([...code]);
    expect(completed.at(-1)).toBe(code);
  });

  test.each([
    ["number", "12 34-56", "123456"],
    ["alpha", "ab-12-cd ef", "abcdef"],
    ["alphanumeric", "a1-b2 c3", "a1b2c3"],
    ["any", "a1-😀 é\n漢", "a1-😀é漢"],
  ] as const)("%s pasted: %j", async (type, pasted, code) => {
    const { user } = await begin({ type, length: 6 });
    await user.paste(pasted);
    expect(completed).toEqual([code]);
    expect(shown()).toEqual([...code]);
  });

  test("an emoji takes one box and is replaced as one character", async () => {
    const { user } = await begin({ type: "any" });
    await user.paste("😀");
    expect(shown()).toEqual(["😀", "_", "_", "_"]);
    expect(focused()).toBe(2);
    fireEvent.input(box(1), { target: { value: "😀🌊" } });
    expect(shown()).toEqual(["🌊", "_", "_", "_"]);
  });

  test("a letter and its separate accent share a box", async () => {
    const { user } = await begin({ type: "alpha" });
    await user.paste("e\u0301a");
    expect(shown()).toEqual(["é", "a", "_", "_"]);
  });
});

describe("pasting", () => {
  test("fills from the current box onward and stops behind what it filled", async () => {
    const { user } = await begin({ length: 6, start: "9", at: 2 });
    await user.paste("1 2-3");
    expect(shown()).toEqual(["9", "1", "2", "3", "_", "_"]);
    expect(focused()).toBe(5);
  });

  test("from the middle it keeps the boxes before and drops what finds no box", async () => {
    const { user } = await begin({ start: "1234", at: 3 });
    await user.paste("987654");
    expect(shown()).toEqual(["1", "2", "9", "8"]);
    expect(focused()).toBe(4);
    expect(selected(box(4))).toBe("8");
  });

  test("replaces full boxes only as far as it reaches", async () => {
    const { user } = await begin({ start: "1234" });
    await user.paste("98");
    expect(shown()).toEqual(["9", "8", "3", "4"]);
    expect(focused()).toBe(3);
  });

  test.each(["abcd", " - ", ""])("nothing valid (%j) changes nothing", async (pasted) => {
    const { user } = await begin({ start: "1234", at: 2 });
    await user.paste(pasted);
    expect(shown()).toEqual(["1", "2", "3", "4"]);
    expect(focused()).toBe(2);
    expect(reported).toEqual([]);
  });
});

describe("keyboards and autofill that send input events only", () => {
  const insert = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } });

  test("a whole code put into the first box is spread over all", async () => {
    await begin({ length: 6 });
    insert(box(1), "407123");
    expect(shown()).toEqual(["4", "0", "7", "1", "2", "3"]);
    expect(focused()).toBe(6);
    expect(completed).toEqual(["407123"]);
  });

  test("a whole code replaces an earlier one that begins alike", async () => {
    await begin({ length: 6, start: "455555" });
    insert(box(1), "407-123");
    expect(shown()).toEqual(["4", "0", "7", "1", "2", "3"]);
  });

  test("part of a code is spread from the middle", async () => {
    await begin({ length: 6, start: "12", at: 3 });
    insert(box(3), "345");
    expect(shown()).toEqual(["1", "2", "3", "4", "5", "_"]);
    expect(focused()).toBe(6);
  });

  test("characters come in one by one", async () => {
    await begin();
    for (const character of "4071") insert(document.activeElement as HTMLInputElement, character);
    expect(shown()).toEqual(["4", "0", "7", "1"]);
  });

  test("a character beside the old one replaces it", async () => {
    await begin({ start: "1234", at: 2 });
    insert(box(2), "29");
    expect(shown()).toEqual(["1", "9", "3", "4"]);
    expect(focused()).toBe(3);
  });

  test("an invalid character beside the old one does nothing", async () => {
    await begin({ start: "1234", at: 2 });
    insert(box(2), "2x");
    expect(shown()).toEqual(["1", "2", "3", "4"]);
    expect(focused()).toBe(2);
  });

  test.each([
    ["deleteContentBackward", 1],
    ["deleteContentForward", 2],
    ["deleteByCut", 2],
  ])("%s empties the box and leaves the focus in box %i", async (inputType, at) => {
    await begin({ start: "1234", at: 2 });
    fireEvent.input(box(2), { target: { value: "" }, inputType });
    expect(shown()).toEqual(["1", "_", "3", "4"]);
    expect(focused()).toBe(at);
  });
});
