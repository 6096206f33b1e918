import { expect, test } from "vitest";
import { pageForAll, readFirstVisit } from "./first-visit.ts";

const send = (visit: unknown) => readFirstVisit(encodeURIComponent(JSON.stringify(visit)));

test("page, referrer and campaign arrive as the browser kept them", () => {
  const sent = { page: "/courses", from: "www.google.com", utm_source: "google", utm_campaign: "दीवाली 2026" };
  expect(send(sent)).toEqual({
    page: "/courses",
    from: "www.google.com",
    campaign: { utm_source: "google", utm_campaign: "दीवाली 2026" },
  });
});

test("a visit without link and campaign has its page alone", () => {
  expect(send({ page: "/" })).toEqual({ page: "/", from: "", campaign: {} });
});

test.each([
  ["nothing", undefined],
  ["an empty header", ""],
  ["no JSON", "hello"],
  ["half of an encoded letter", "%E0%A4"],
  ["null", "null"],
  ["a list", "%5B%5D"],
  ["a text", "%22/courses%22"],
  ["more than our script keeps", encodeURIComponent(JSON.stringify({ page: "/", from: "x".repeat(4000) }))],
])("%s is no first visit", (_, header) => {
  expect(readFirstVisit(header)).toBeNull();
});

test.each([
  ["a page of another site", { page: "https://evil.example/" }],
  ["no page", { from: "www.google.com" }],
  ["a number as page", { page: 7 }],
  ["a page with half of a letter", { page: "/\ud83d" }],
])("%s is no first visit", (_, sent) => {
  expect(send(sent)).toBeNull();
});

test("fields that we do not know, and values that are no text, are left out", () => {
  const sent = {
    page: "/",
    from: ["x"],
    utm_source: 1,
    utm_medium: "  ",
    gclid: "secret",
    __proto__: { utm_term: "x" },
  };
  expect(send(sent)).toEqual({ page: "/", from: "", campaign: {} });
});

test("values are one line of at most 200 letters that PostgreSQL can store", () => {
  const found = send({ page: "/", utm_source: "a\u0000b\nc", utm_term: "😀".repeat(300), utm_content: "x\ud83d" });
  expect(found?.campaign).toEqual({ utm_source: "a b c", utm_term: "😀".repeat(200) });
});

test.each([
  ["/unsubscribe/s3cret", "/unsubscribe"],
  ["/pay/s3cret", "/pay"],
  ["/webinar/user/join/s3cret", "/webinar/user/join"],
  ["/webinar/user/unsubscribe/s3cret", "/webinar/user/unsubscribe"],
  ["/mcq/result/s3cret", "/mcq/result"],
  ["/register/9876543210", "/register"],
  ["/staff/link/s3cret", "/staff/link"],
  ["/view/e_certificate/OCNST00001", "/view/e_certificate"],
  ["/webinar/first-api", "/webinar/first-api"],
  ["/onlinecourses/viewdetails/python", "/onlinecourses/viewdetails/python"],
])("of %s staff see %s", (page, seen) => {
  expect(pageForAll(page)).toBe(seen);
  expect(send({ page })?.page).toBe(seen);
});

test("of a whole address, as other programs send it, staff see as little", () => {
  expect(pageForAll("https://academy.example.com/unsubscribe/s3cret?a=1")).toBe(
    "https://academy.example.com/unsubscribe",
  );
  expect(pageForAll("https://landing.example.com/python")).toBe("https://landing.example.com/python");
});
