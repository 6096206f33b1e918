import { beforeEach, expect, test } from "vitest";
import { beginAttempt, drawOrder, inOrder, keepChoice, readAttempt, takeAttempt } from "./attempt.ts";
import { orderScript } from "./order-script.ts";

const key = "/mcq/test/python/Loops";
const questions = ["a", "b", "c"].map((_id) => ({ _id, options: ["w", "x", "y", "z"] }));

beforeEach(() => sessionStorage.clear());

test("an attempt keeps its order and choices after a reload; a new attempt has a new order", () => {
  const first = takeAttempt(key, questions, () => 0.5);
  keepChoice(key, { id: "b", value: "y" });
  keepChoice(key, { id: "b", value: "x" });
  const again = takeAttempt(key, questions, () => 0.999);
  expect(again).toEqual({ ...first, choices: { b: "x" } });
  beginAttempt(key);
  let falling = 1;
  const next = takeAttempt(key, questions, () => {
    falling /= 2;
    return falling;
  });
  expect(next.choices).toEqual({});
  expect(next.orders).not.toEqual(first.orders);
});

test("an attempt at some questions remembers which", () => {
  beginAttempt(key, ["b"]);
  expect(takeAttempt(key, questions).only).toEqual(["b"]);
});

test.each(["", "{", "7", "[]", '{"orders":7,"choices":null}', '{"orders":{"a":"0012"},"choices":{"a":5},"only":{}}'])(
  "what cannot be read (%s) is no obstacle",
  (kept) => {
    sessionStorage.setItem(key, kept);
    const attempt = takeAttempt(key, questions);
    expect(Object.values(attempt.orders).map((order) => [...order].sort().join(""))).toEqual(["0123", "0123", "0123"]);
    expect(attempt).toMatchObject({ choices: {}, only: null });
  },
);

test("a random order contains every position once", () => {
  const numbers = [0.5, 0.1, 0.9, 0.3];
  expect(drawOrder(4, () => numbers.shift() ?? 0)).toBe("1302");
  for (let n = 0; n < 50; n++) expect([...drawOrder(4, Math.random)].sort().join("")).toBe("0123");
});

test("options are sorted by their order, or left as they are without one", () => {
  expect(inOrder(["w", "x", "y", "z"], "3012")).toEqual(["z", "w", "x", "y"]);
  for (const order of [undefined, "", "0011", "01234"]) expect(inOrder(["w", "x"], order)).toEqual(["w", "x"]);
});

test("the inline script orders the document as React will render it", () => {
  const draw = () => {
    const boxes = questions.map(
      ({ _id, options }) =>
        `<section data-question="${_id}"><div data-options>${options.map((o) => `<label>${o}</label>`).join("")}</div></section>`,
    );
    document.body.innerHTML = `<form data-attempt="${key}">${boxes.join("")}</form>`;
    new Function(orderScript)();
    return [...document.querySelectorAll("[data-options]")].map((box) =>
      [...box.children].map((one) => one.textContent),
    );
  };
  const drawn = draw();
  const attempt = readAttempt(key);
  expect(drawn).toEqual(questions.map(({ _id, options }) => inOrder(options, attempt?.orders[_id])));
  expect(takeAttempt(key, questions)).toEqual(attempt);
  expect(draw()).toEqual(drawn);

  beginAttempt(key, ["c"]);
  draw();
  expect([...document.querySelectorAll("section")].map(({ hidden }) => hidden)).toEqual([true, true, false]);
});
