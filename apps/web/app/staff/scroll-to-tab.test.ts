import { expect, test } from "vitest";
import { scrollToTab } from "./scroll-to-tab.ts";

test("the current tab comes to the middle of its row", () => {
  const row = document.createElement("nav");
  const tab = document.createElement("a");
  row.append(tab);
  Object.defineProperty(row, "clientWidth", { value: 360 });
  Object.defineProperty(tab, "offsetLeft", { value: 479 });
  Object.defineProperty(tab, "offsetWidth", { value: 100 });
  scrollToTab(tab);
  expect(row.scrollLeft).toBe(349);
});
