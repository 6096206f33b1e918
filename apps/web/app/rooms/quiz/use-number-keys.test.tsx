import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, test } from "vitest";
import { useNumberKeys } from "./use-number-keys.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Page() {
  useNumberKeys({ isOff: false });
  return ["one", "two"].map((id) => (
    <article key={id} data-question={id}>
      {[1, 2, 3, 4].map((n) => (
        <input key={n} type="radio" name={id} value={n} />
      ))}
    </article>
  ));
}

beforeEach(async () => {
  const box = document.createElement("div");
  document.body.replaceChildren(box);
  await act(async () => createRoot(box).render(<Page />));
});

const optionsOf = (id: string) => [...document.querySelectorAll<HTMLInputElement>(`[data-question=${id}] input`)];
const chosen = (id: string) => optionsOf(id).find(({ checked }) => checked)?.value;

/** Each question is as high as the window, with its options in it. */
function scrollTo(y: number) {
  for (const [n, id] of ["one", "two"].entries()) {
    const top = n * window.innerHeight - y;
    const article = document.querySelector(`[data-question=${id}]`) as Element;
    article.getBoundingClientRect = () => new DOMRect(0, top, 300, window.innerHeight);
    for (const option of optionsOf(id)) option.getBoundingClientRect = () => new DOMRect(0, top + 300, 20, 20);
  }
}

async function press(key: string) {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await import("./number-keys.ts");
}

test("a number key answers the focused question while it is visible", async () => {
  scrollTo(0);
  optionsOf("one")[0]?.focus();
  await press("3");
  expect([chosen("one"), chosen("two")]).toEqual(["3", undefined]);
});

test("when the focused question is out of sight, a number key answers the question being read", async () => {
  scrollTo(0);
  optionsOf("one")[0]?.focus();
  await press("3");
  scrollTo(window.innerHeight);
  await press("2");
  expect([chosen("one"), chosen("two")]).toEqual(["3", "2"]);
});

test("behind an open dialog a number key answers nothing", async () => {
  scrollTo(0);
  optionsOf("one")[0]?.focus();
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.showModal();
  await press("3");
  expect(chosen("one")).toBeUndefined();
  dialog.close();
  await press("3");
  expect(chosen("one")).toBe("3");
});
