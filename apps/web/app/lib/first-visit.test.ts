import { readFirstVisit } from "@shoreline/domain/first-visit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepFirstVisit, withFirstVisit } from "./first-visit.ts";

beforeEach(() => {
  localStorage.clear();
  delete window.firstVisit;
});
afterEach(() => vi.restoreAllMocks());

function visit(address: string, referrer = "") {
  history.replaceState(null, "", address);
  vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
  keepFirstVisit();
}

const sent = () => {
  const { headers } = withFirstVisit({ method: "POST", body: "{}", headers: { accept: "application/json" } });
  return readFirstVisit((headers as Record<string, string>)["x-first-visit"]);
};

test("a form carries the first page, the website with the link and the campaign", () => {
  visit("/courses?utm_source=google&utm_campaign=दीवाली&q=python", "https://www.google.com/search?q=secret");
  expect(sent()).toEqual({
    page: "/courses",
    from: "www.google.com",
    campaign: { utm_source: "google", utm_campaign: "दीवाली" },
  });
});

test("later visits change nothing", () => {
  visit("/courses?utm_source=google");
  visit("/contactus?utm_source=newsletter", "https://mail.example.com/");
  expect(sent()).toEqual({ page: "/courses", from: "", campaign: { utm_source: "google" } });
});

test("a link of our own pages is no other website", () => {
  visit("/contactus", `${location.origin}/courses`);
  expect(sent()).toMatchObject({ page: "/contactus", from: "" });
});

test("the console and the portal are no first visit", () => {
  visit("/staff/today");
  visit("/dashboard");
  expect(localStorage.firstVisit).toBeUndefined();
  expect(sent()).toBeNull();
  visit("/staffing");
  expect(sent()?.page).toBe("/staffing");
});

test("what is too long for a header keeps its page", () => {
  visit(`/${"page".repeat(100)}?utm_source=${"x".repeat(3000)}`);
  expect(localStorage.firstVisit.length).toBeLessThan(1500);
  expect(sent()).toEqual({ page: `/${"page".repeat(50)}`.slice(0, 200), from: "", campaign: {} });
});

test("a call without a body carries nothing", () => {
  visit("/courses");
  const init = { method: "GET", headers: { accept: "application/json" } };
  expect(withFirstVisit(init)).toBe(init);
});

test("where storage is blocked the page and its forms work", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  visit("/courses");
  expect(sent()).toBeNull();
});
