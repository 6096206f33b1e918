import { expect, test } from "vitest";
import { digestOf, fillIn, splitUp } from "./shell.ts";

const long = "<p>sea and sand</p>".repeat(30);
const readFile = undefined;
const html = `<body>${long}<script nonce="m4rk">1</script><!--m4rk 0-->${long}<i>short</i><!--m4rk 1--></body>`;

test("each page of a shell gets its own nonce and fills, and shares the long parts with the others", () => {
  const shell = { html, nonce: "m4rk" };
  const split = splitUp(shell, { readFile, isShared: true });
  const pages = ["one", "two"].map((word) => fillIn(split, { nonce: `n-${word}`, fills: [word, `${word}!`] }));
  for (const [at, word] of ["one", "two"].entries())
    expect(Buffer.concat(pages[at] ?? []).toString()).toBe(
      `<body>${long}<script nonce="n-${word}">1</script>${word}${long}<i>short</i>${word}!</body>`,
    );
  const shared = pages[0]?.filter((part) => pages[1]?.includes(part)) ?? [];
  expect(shared.map(({ length }) => length >= long.length)).toEqual([true, true]);
  expect(splitUp(shell, { readFile, isShared: true })).toBe(split);
});

test("what a visitor has typed cannot pass for a mark", () => {
  const split = splitUp({ html, nonce: "m4rk" }, { readFile, isShared: true });
  const typed = "<!--m4rk 1--> m4rk $& $1";
  expect(Buffer.concat(fillIn(split, { nonce: "n", fills: [typed, "secret"] })).toString()).toContain(
    `</script>${typed}`,
  );
});

test("a page of its own stays in one piece, with its nonce", () => {
  const split = splitUp(
    { html: `<script nonce="m4rk">1</script>${long}`, nonce: "m4rk" },
    { readFile, isShared: false },
  );
  const parts = fillIn(split, { nonce: "n", fills: [] });
  expect(parts.map(String)).toEqual([`<script nonce="n">1</script>${long}`]);
});

test("the digest of a shell does not depend on its nonce, which is another one in each process", () => {
  const digestWith = (nonce: string) => digestOf({ html: html.replaceAll("m4rk", nonce), nonce });
  expect(digestWith("a1")).toBe(digestWith("b2"));
  expect(digestOf({ html: `${html}!`, nonce: "m4rk" })).not.toBe(digestOf({ html, nonce: "m4rk" }));
});
