import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";

const source = readFileSync(path.resolve(import.meta.dirname, "../../public/offline.js"), "utf8");

type Page = { url: string; focus(): Promise<void>; navigate(path: string): Promise<void> };

/** Runs the service worker with what a browser gives it. */
function startWorker(pages: Page[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: [string, { body: string; tag?: string; data: { link: string } }][] = [];
  const opened: string[] = [];
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { showNotification: async (...notice: (typeof shown)[number]) => void shown.push(notice) },
    clients: { matchAll: async () => pages, openWindow: async (path: string) => void opened.push(path) },
  };
  new Function("self", "caches", source)(self, {});
  const send = async (name: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(name)?.({
      ...event,
      waitUntil: (given: Promise<unknown>) => {
        work = given;
      },
    });
    await work;
  };
  return {
    shown,
    opened,
    push: (text: string) => send("push", { data: { json: () => JSON.parse(text) } }),
    press: (link: unknown) => send("notificationclick", { notification: { close: () => {}, data: { link } } }),
  };
}

test("what is pushed is shown under its tag, with a link of this site only", async () => {
  const { push, shown } = startWorker();
  await push(JSON.stringify({ title: "Class moved", text: "At 10 AM.", link: "/dashboard/schedule/react", tag: "n1" }));
  const notice = { body: "At 10 AM.", icon: "/icon.svg", tag: "n1", data: { link: "/dashboard/schedule/react" } };
  expect(shown).toEqual([["Class moved", notice]]);
  for (const link of ["//evil.example/x", "https://evil.example", "/\\evil.example", null, 7])
    await push(JSON.stringify({ title: "Odd", text: "", link, tag: "n2" }));
  expect(shown.slice(1).map(([, { data }]) => data.link)).toEqual(Array(5).fill("/dashboard/notification"));
});

test("what cannot be read still shows something, as browsers demand", async () => {
  const { push, shown } = startWorker();
  await push("not JSON");
  expect(shown).toMatchObject([["You have a new notification", { data: { link: "/dashboard/notification" } }]]);
});

test("a press goes on in the portal if it is open, and opens a window otherwise", async () => {
  const closed = startWorker();
  await closed.press("/dashboard/schedule/react");
  await closed.press("//evil.example");
  expect(closed.opened).toEqual(["/dashboard/schedule/react", "/dashboard/notification"]);
  const went: string[] = [];
  const navigate = async (to: string) => void went.push(to);
  const portal = { url: "https://shoreline.example/dashboard/mycourses", focus: async () => {}, navigate };
  const console = { ...portal, url: "https://shoreline.example/staff/today", navigate: vi.fn() };
  const open = startWorker([console, portal]);
  await open.press("/dashboard/schedule/react");
  expect([went, open.opened]).toEqual([["/dashboard/schedule/react"], []]);
  const stubborn = { ...portal, navigate: () => Promise.reject(new TypeError("not controlled")) };
  const other = startWorker([stubborn]);
  await other.press("/dashboard/schedule/react");
  expect(other.opened).toEqual(["/dashboard/schedule/react"]);
});
