import { expect, test } from "vitest";
import { splitCode } from "./code.ts";

test("code is split at its marks and lines, and no character is lost", () => {
  expect(splitCode("def f():\n  1", "k3-1f1-6n1")).toEqual([
    [
      { kind: "k", text: "def" },
      { kind: "", text: " " },
      { kind: "f", text: "f" },
      { kind: "", text: "():" },
    ],
    [
      { kind: "", text: "  " },
      { kind: "n", text: "1" },
    ],
  ]);
  expect(splitCode('"Hello world" + 1', "s13")).toEqual([
    [
      { kind: "s", text: '"Hello world"' },
      { kind: "", text: " + 1" },
    ],
  ]);
  for (const marks of ["", "k999", "k2", "nonsense", "s3-1"])
    expect(
      splitCode("a\n\nb", marks)
        .map((line) => line.map(({ text }) => text).join(""))
        .join("\n"),
    ).toBe("a\n\nb");
});
