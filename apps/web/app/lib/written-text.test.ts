import { expect, test } from "vitest";
import { splitWritten } from "./written-text.ts";

test("code between fences keeps its spaces, the rest is text", () => {
  expect(splitWritten("Look:\n```python\n  for x in y:\n    pass\n```\nWhy?")).toEqual([
    { kind: "text", parts: [{ text: "Look:" }] },
    { kind: "code", text: "  for x in y:\n    pass" },
    { kind: "text", parts: [{ text: "Why?" }] },
  ]);
});

test("what stands behind a fence is not lost: such a line is text", () => {
  const written = "Before\n```print(1)``` and this\n```\ncode\n``` and this too";
  const shown = splitWritten(written).flatMap((block) =>
    block.kind === "code" ? [block.text] : block.parts.map(({ text }) => text),
  );
  expect(shown.join("\n")).toBe("Before\n```print(1)``` and this\ncode\n``` and this too");
});

test("a fence that is not closed makes the rest code", () => {
  expect(splitWritten("```\na\n\nb")).toEqual([{ kind: "code", text: "a\n\nb" }]);
});

test("links are links without the full stop after them, and nothing else is one", () => {
  expect(splitWritten("See https://example.com/a?b=1. Not javascript:alert(1) or <b>")).toEqual([
    {
      kind: "text",
      parts: [
        { text: "See " },
        { text: "https://example.com/a?b=1", url: "https://example.com/a?b=1" },
        { text: ". Not javascript:alert(1) or <b>" },
      ],
    },
  ]);
});

test("nothing written is no block", () => {
  expect(splitWritten(" \n```\n```\n")).toEqual([]);
});
