import { beforeEach, expect, test } from "vitest";
import { orderScript } from "./order-script.ts";

beforeEach(() => {
  sessionStorage.clear();
  const questions = ["a", "b"].map((id) => {
    const options = [0, 1, 2, 3].map((n) => `<li>${n}<input type="radio" name="${id}" value="${n}" /></li>`).join("");
    return `<article data-question="${id}"><ul data-options>${options}</ul></article>`;
  });
  document.body.innerHTML = `<form data-attempt="/test">${questions.join("")}</form>`;
});

const run = new Function(orderScript);
const shown = () => [...document.querySelectorAll<HTMLElement>("article")].filter(({ hidden }) => !hidden);
const keep = (only: string[] | null) =>
  sessionStorage.setItem("/test", JSON.stringify({ orders: { a: "2031" }, choices: {}, only }));

test.each([
  [null, ["a", "b"]],
  [["b"], ["b"]],
  [["b", "gone"], ["b"]],
  [["gone"], ["a", "b"]],
  [[], ["a", "b"]],
])("of the questions %j it leaves %j", (only, left) => {
  keep(only);
  run();
  expect(shown().map((article) => article.dataset.question)).toEqual(left);
});

test("options are in the order of the attempt, and each question gets an order", () => {
  keep(null);
  run();
  expect(document.querySelector("article")?.textContent).toBe("2031");
  expect(JSON.parse(sessionStorage.getItem("/test") ?? "").orders.b).toMatch(/^[0-3]{4}$/);
});

test("an answer that is chosen before hydration is kept, and a later one replaces it", () => {
  keep(null);
  run();
  for (const value of ["1", "3"]) {
    const radio = document.querySelector<HTMLInputElement>(`[name="b"][value="${value}"]`);
    radio?.click();
    expect(JSON.parse(sessionStorage.getItem("/test") ?? "").choices).toEqual({ b: value });
  }
});
