import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { wake } from "./wake.ts";

const html = `
  <button type="button">Download</button>
  <button type="button" command="show-modal" commandfor="menu">Menu</button>
  <form id="contact"><input name="name" value="Kavya"><button>Send</button></form>
  <form id="enrol" action="/login"><button>Enroll Now</button></form>
  <form id="search" action="/courses" data-native><button>Search</button></form>`;

let starts = 0;
let fail: (error: Error) => void;
let listeners: Parameters<typeof window.addEventListener>[] = [];

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation((...given: Parameters<typeof add>) => {
    listeners.push(given);
    add(...given);
  });
});

afterEach(() => {
  // It forgets its presses.
  dispatchEvent(new Event("pagehide"));
  for (const [type, listener, options] of listeners) window.removeEventListener(type, listener, options);
  listeners = [];
  vi.restoreAllMocks();
});

function openPage(body = html) {
  document.body.innerHTML = body;
  starts = 0;
  window.isTakenOver = false;
  window.takeOver = () => {
    starts++;
    return new Promise((_, reject) => {
      fail = reject;
    });
  };
  wake();
}

const find = <Kind extends HTMLElement>(selector: string) => document.querySelector(selector) as Kind;
const isWaiting = (selector: string) => find(selector).getAttribute("aria-busy") === "true";
const notice = () => document.querySelector("[role=alert]")?.textContent;

function countEvents(selector: string, type: "click" | "submit") {
  const count = { of: 0 };
  find(selector).addEventListener(type, (event) => {
    event.preventDefault();
    count.of++;
  });
  return count;
}

/** As hydration marks what it has taken over. */
function hydrate(selector: string) {
  Object.assign(find(selector), { __reactProps$test: {} });
  window.isTakenOver = true;
}

test("a button that is pressed early waits, starts the scripts once, and is pressed once when it is React's", async () => {
  openPage();
  const pressed = countEvents("button", "click");
  find("button").click();
  find("button").click();
  expect([isWaiting("button"), pressed.of, starts]).toEqual([true, 0, 1]);
  hydrate("button");
  await vi.waitFor(() => expect(pressed.of).toBe(1));
  expect(isWaiting("button")).toBe(false);
});

test("a form that is sent early waits, and keeps what was typed", () => {
  openPage();
  const sent = countEvents("#contact", "submit");
  find("#contact button").click();
  expect([isWaiting("#contact button"), sent.of]).toEqual([true, 0]);
  expect(new FormData(find<HTMLFormElement>("#contact")).get("name")).toBe("Kavya");
});

test("what works by itself does not wait", () => {
  openPage();
  Object.assign(find("[commandfor]"), { commandForElement: null });
  const [opened, searched] = [countEvents("[commandfor]", "click"), countEvents("#search", "submit")];
  find("[commandfor]").click();
  find("#search button").click();
  expect([opened.of, searched.of]).toEqual([1, 1]);
});

test("a menu waits in a browser that does not know its command", () => {
  openPage();
  find("[commandfor]").click();
  expect(isWaiting("[commandfor]")).toBe(true);
});

test("when the scripts cannot be loaded, the page says so, and the next press tries again", async () => {
  openPage();
  find("button").click();
  fail(new Error("no network"));
  await vi.waitFor(() => expect(notice()).toContain("did not load"));
  expect(notice()).toContain("Please press again.");
  expect(isWaiting("button")).toBe(false);
  dispatchEvent(new Event("keydown"));
  expect(starts).toBe(1);
  find("button").click();
  expect([starts, notice()]).toEqual([2, undefined]);
  fail(new Error("no network"));
  await vi.waitFor(() => expect(notice()).toContain("load the page again."));
});

test("when the scripts cannot be loaded, a form with an address of its own is sent there", async () => {
  openPage();
  const sent = vi.fn();
  find<HTMLFormElement>("#enrol").submit = sent;
  find("#enrol button").click();
  fail(new Error("no network"));
  await vi.waitFor(() => expect(sent.mock.calls).toHaveLength(1));
  expect(notice()).toBeUndefined();
});

test("until React has taken the page over, it hears nothing that would make it hurry", () => {
  openPage();
  const heard = vi.fn();
  for (const name of ["pointerdown", "touchstart", "click", "input", "change"]) document.addEventListener(name, heard);
  const press = () => {
    for (const name of ["pointerdown", "touchstart", "input", "change"])
      find("input").dispatchEvent(new Event(name, { bubbles: true }));
    find("input").click();
  };
  press();
  expect([starts, heard.mock.calls.length]).toEqual([1, 0]);
  window.isTakenOver = true;
  press();
  expect(heard).toHaveBeenCalledTimes(5);
});

test("a button that React has marked and does not listen to yet waits too", async () => {
  openPage();
  const pressed = countEvents("button", "click");
  Object.assign(find("button"), { __reactProps$test: {} });
  find("button").click();
  expect([isWaiting("button"), pressed.of]).toEqual([true, 0]);
  window.isTakenOver = true;
  await vi.waitFor(() => expect(pressed.of).toBe(1));
});

test("an old press is forgotten when the page is left", async () => {
  openPage();
  const pressed = countEvents("button", "click");
  find("button").click();
  dispatchEvent(new Event("pagehide"));
  hydrate("button");
  await new Promise((later) => setTimeout(later, 120));
  expect([isWaiting("button"), pressed.of]).toEqual([false, 0]);
});

test.each([
  [new Event("keydown"), 1],
  [new Event("pointerdown"), 1],
  [new Event("input"), 1],
  [Object.assign(new Event("pointermove"), { movementX: 0, movementY: 0 }), 0],
  [Object.assign(new Event("pointermove"), { movementX: 0, movementY: 2 }), 1],
  [new Event("focus"), 0],
])("of the signs of use, $type starts the scripts: a mouse only when it moves, a focus never", (event, expected) => {
  openPage();
  dispatchEvent(event);
  expect(starts).toBe(expected);
});

test("a file that is chosen early shows that it waits, until its part is there or did not load", async () => {
  const body = '<label id="box">Choose a file <input type="file"></label>';
  const choose = () => find("input").dispatchEvent(new Event("change", { bubbles: true }));
  vi.useFakeTimers();
  openPage(body);
  choose();
  expect([starts, isWaiting("#box")]).toEqual([1, true]);
  hydrate("input");
  window.isTakenOver = true;
  await vi.advanceTimersByTimeAsync(200);
  expect(isWaiting("#box")).toBe(false);
  openPage(body);
  choose();
  fail(new Error("offline"));
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  expect([isWaiting("#box"), notice()]).toEqual([false, expect.stringContaining("did not load")]);
});

test("a page that has nothing to show yet does not wait for anybody", () => {
  openPage("<div data-loading></div>");
  expect(starts).toBe(1);
});

const touch = () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));

/** A page whose script notes that it ran. */
function openPageWithScript(name: string) {
  openPage();
  window.takeOver = (bring) => bring([`data:text/javascript,globalThis.${name}=true`, "entry"]);
  return () => name in globalThis;
}

test("scripts run between two touches", async () => {
  vi.useFakeTimers();
  const hasRun = openPageWithScript("ranBetween");
  for (let n = 0; n < 5; n++) {
    touch();
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(hasRun()).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  vi.useRealTimers();
  await vi.waitFor(() => expect(hasRun()).toBe(true));
});

test("scripts run at once when a press waits for them", async () => {
  vi.useFakeTimers();
  const hasRun = openPageWithScript("ranAtOnce");
  touch();
  find("button").click();
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  await vi.waitFor(() => expect(hasRun()).toBe(true));
});
