import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bringFaces, bringFacesAtOnce } from "./faces.ts";

const list = [
  { family: "Heads", weight: "700", url: "/heads.woff2", isForHeadings: true },
  { family: "Text", weight: "400", url: "/text.woff2" },
];
const shown = new Set<{ family: string }>();
let headingHeight = 40;
let loadedAt = 300;

beforeEach(() => {
  shown.clear();
  localStorage.clear();
  [headingHeight, loadedAt] = [40, 300];
  window.showFaces = undefined as never;
  document.body.innerHTML = "<main><h1>Learn by the sea</h1></main>";
  class FakeFace {
    family: string;
    constructor(family: string) {
      this.family = family;
    }
    load = async () => this;
  }
  vi.stubGlobal("FontFace", FakeFace);
  Object.defineProperty(document, "fonts", { value: shown, configurable: true });
  vi.spyOn(performance, "now").mockImplementation(() => loadedAt);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
    () => ({ top: 0, height: shown.size > 0 ? headingHeight : 40 }) as DOMRect,
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const families = () => [...shown].map(({ family }) => family);

async function visit() {
  bringFaces(list);
  dispatchEvent(new Event("load"));
  await vi.waitFor(() => expect(localStorage.getItem("faces")).toBe("/heads.woff2 /text.woff2"));
}

test("on a quick first visit the headings get their face, and all text on the next page", async () => {
  await visit();
  expect(families()).toEqual(["Heads"]);
  window.showFaces?.();
  expect(families()).toEqual(["Heads", "Text"]);
});

test("a face that would break a heading into other lines waits for the next page", async () => {
  headingHeight = 80;
  await visit();
  expect(families()).toEqual([]);
});

test("a slow phone is not made to draw the page again", async () => {
  loadedAt = 1200;
  await visit();
  expect(families()).toEqual([]);
});

test("a later visit has all faces from the start", async () => {
  await visit();
  shown.clear();
  bringFaces(list);
  expect(families()).toEqual(["Heads", "Text"]);
});

test("without storage the page works, and brings them late again", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  bringFaces(list);
  dispatchEvent(new Event("load"));
  await vi.waitFor(() => expect(families()).toEqual(["Heads"]));
});

test("the console shows all faces as soon as they come, and a later public page has them", async () => {
  bringFacesAtOnce(list);
  expect(families()).toEqual(["Heads", "Text"]);
  await vi.waitFor(() => expect(localStorage.getItem("faces")).toBe("/heads.woff2 /text.woff2"));
  shown.clear();
  bringFaces(list);
  expect(families()).toEqual(["Heads", "Text"]);
});
