import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { begin, box, clearLog, focused, reported, Screen, selected, shown } from "../test/code-boxes.tsx";

beforeEach(clearLog);
afterEach(cleanup);

describe("keys", () => {
  test("Backspace clears the box and moves back", async () => {
    const { user } = await begin({ start: "1234", at: 3 });
    await user.keyboard("{Backspace}");
    expect(shown()).toEqual(["1", "2", "_", "4"]);
    expect(focused()).toBe(2);
  });

  test("Backspace on an empty box moves back and clears the previous one", async () => {
    const { user } = await begin({ start: "12", at: 3 });
    await user.keyboard("{Backspace}");
    expect(shown()).toEqual(["1", "_", "_", "_"]);
    expect(focused()).toBe(2);
  });

  test("Backspace again and again empties all boxes", async () => {
    const { user } = await begin({ start: "1234", at: 4 });
    await user.keyboard("{Backspace>6/}");
    expect(shown()).toEqual(["_", "_", "_", "_"]);
    expect(focused()).toBe(1);
  });

  test("Backspace on the full first box clears it and stays", async () => {
    const { user } = await begin({ start: "1234" });
    await user.keyboard("{Backspace}");
    expect(shown()).toEqual(["_", "2", "3", "4"]);
    expect(focused()).toBe(1);
  });

  test("Backspace on the empty first box does nothing", async () => {
    const { user } = await begin({ start: "_234" });
    await user.keyboard("{Backspace}");
    expect(shown()).toEqual(["_", "2", "3", "4"]);
    expect(focused()).toBe(1);
    expect(reported).toEqual([]);
  });

  test("Delete clears the box and stays", async () => {
    const { user } = await begin({ start: "1234", at: 2 });
    await user.keyboard("{Delete}");
    expect(shown()).toEqual(["1", "_", "3", "4"]);
    expect(focused()).toBe(2);
  });

  test("Delete on an empty box does nothing", async () => {
    const { user } = await begin({ start: "1_34", at: 2 });
    await user.keyboard("{Delete}");
    expect(shown()).toEqual(["1", "_", "3", "4"]);
    expect(focused()).toBe(2);
    expect(reported).toEqual([]);
  });

  test.each([
    ["ArrowLeft", 3, 2],
    ["ArrowLeft", 1, 1],
    ["ArrowRight", 2, 3],
    ["ArrowRight", 4, 4],
    ["Home", 3, 1],
    ["Home", 1, 1],
    ["End", 2, 4],
    ["End", 4, 4],
  ])("%s goes from box %i to box %i, changes nothing and selects what is there", async (key, from, to) => {
    const { user } = await begin({ start: "1234", at: from });
    await user.keyboard(`{${key}}`);
    expect(focused()).toBe(to);
    expect(selected(box(to))).toBe(String(to));
    expect(shown()).toEqual(["1", "2", "3", "4"]);
    expect(reported).toEqual([]);
  });

  test("shortcuts with Alt, Control or Meta are left to the browser", async () => {
    await begin({ start: "1234", at: 2 });
    for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
      expect(fireEvent.keyDown(box(2), { key: "ArrowLeft", ...held })).toBe(true);
    }
    expect(focused()).toBe(2);
  });

  test("Enter is left to the form", async () => {
    await begin({ start: "1234" });
    expect(fireEvent.keyDown(box(1), { key: "Enter" })).toBe(true);
  });
});

describe("focus", () => {
  test("a box that gets the focus has its content selected", async () => {
    render(<Screen start={[..."1234"]} />);
    act(() => box(2).focus());
    expect(focused()).toBe(2);
    expect(selected(box(2))).toBe("2");
  });

  test("a click on a box with a caret in it selects its content", async () => {
    const { user } = await begin({ start: "1234", at: 2 });
    box(2).setSelectionRange(1, 1);
    await user.click(box(2));
    expect(selected(box(2))).toBe("2");
  });

  test("stays outside unless asked for, then goes to the first box", () => {
    const { unmount } = render(<Screen />);
    expect(focused()).toBe(0);
    unmount();
    render(<Screen autoFocus />);
    expect(focused()).toBe(1);
  });
});
