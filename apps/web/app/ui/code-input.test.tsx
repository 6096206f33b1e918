import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CodeInput, readCode } from "./code-input.tsx";
import { useSmsCode } from "./use-sms-code.ts";

type Props = Partial<ComponentProps<typeof CodeInput>> & { start?: string[] };

let completed: string[] = [];
let reported: string[][] = [];
beforeEach(() => {
  completed = [];
  reported = [];
});
afterEach(cleanup);

function Screen({ start = [], ...props }: Props) {
  const [value, setValue] = useState<readonly string[]>(start);
  return (
    <>
      <CodeInput
        label="One-time code"
        value={value}
        onChange={(next) => {
          reported.push(next);
          setValue(next);
        }}
        onComplete={(code) => completed.push(code)}
        {...props}
      />
      <p id="hint">From the SMS</p>
    </>
  );
}

const inputs = () => screen.getAllByRole<HTMLInputElement>("textbox");
const box = (number: number) => inputs()[number - 1] as HTMLInputElement;
const shown = () => inputs().map(({ value }) => value || "_");
const focused = () => inputs().indexOf(document.activeElement as HTMLInputElement) + 1;
const selected = (input: HTMLInputElement) =>
  input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? undefined);

/** Draws boxes filled with `start` ("_" is empty) and puts the visitor into box `at`. */
async function begin({ start = "", at = 1, ...props }: Omit<Props, "start"> & { start?: string; at?: number } = {}) {
  const view = render(<Screen start={[...start].map((character) => character.replace("_", ""))} {...props} />);
  const user = userEvent.setup();
  await user.click(box(at));
  return { ...view, user };
}

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

describe("the code of an SMS", () => {
  type Waiting = { otp: unknown; signal: AbortSignal };
  let waiting: Waiting[] = [];
  let unhandled: unknown[] = [];
  let arrive: (credential: unknown) => void;
  let fail: (error: Error) => void;
  const note = (error: unknown) => unhandled.push(error);
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

  beforeEach(() => {
    waiting = [];
    unhandled = [];
    vi.stubGlobal("OTPCredential", class {});
    vi.stubGlobal("navigator", {
      credentials: {
        get: (request: Waiting) => {
          waiting.push(request);
          return new Promise((resolve, reject) => {
            arrive = resolve;
            fail = reject;
            request.signal.addEventListener("abort", () => reject(request.signal.reason));
          });
        },
      },
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  function Reader() {
    const [code, setCode] = useState("none");
    useSmsCode(setCode);
    return <output>{code}</output>;
  }

  test("is asked for once and handed on", async () => {
    render(<Reader />);
    arrive({ code: "407123" });
    expect(await screen.findByText("407123")).toBeTruthy();
    expect(waiting.map(({ otp }) => otp)).toEqual([{ transport: ["sms"] }]);
  });

  test("is no longer waited for once the screen is left, and that is no error", async () => {
    process.on("unhandledRejection", note);
    const { unmount } = render(<Reader />);
    unmount();
    await settle();
    process.off("unhandledRejection", note);
    expect(waiting[0]?.signal.aborted).toBe(true);
    expect(unhandled).toEqual([]);
  });

  test("is not asked for where the browser cannot read it", () => {
    vi.unstubAllGlobals();
    expect("OTPCredential" in window).toBe(false);
    render(<Reader />);
    expect(waiting).toEqual([]);
    expect(screen.getByText("none")).toBeTruthy();
  });

  test("that fails for another reason than leaving is written down, and the code can still be typed", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    render(<Reader />);
    fail(new DOMException("refused", "NotAllowedError"));
    await settle();
    expect(warn.mock.calls).toEqual([[expect.objectContaining({ name: "NotAllowedError" })]]);
    warn.mockRestore();
  });
});
