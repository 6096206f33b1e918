import { expect, test } from "vitest";
import {
  birthRange,
  codeLifetimeMs,
  describeBrowser,
  isCode,
  isDateOfBirth,
  isDialCode,
  isYounger,
  passkeySite,
  profileEditErrors,
  registrationErrors,
  resendAfterMs,
  returnPath,
  sessionIdleMs,
  ticketLifetimeMs,
  whyCodeRefused,
} from "./account.ts";

const today = new Date("2026-11-15T06:30:00Z");
const profile = {
  firstName: "Kavya",
  lastName: "Raman",
  email: "kavya@example.com",
  dateOfBirth: "2004-02-29",
  instOrOrg: "Anna University",
  state: "Pondicherry",
  country: "india",
};

test.each([{}, { firstName: "கவிதா ராமன்" }, { firstName: "Mary Ann" }, { lastName: "R" }, { lastName: "de Souza" }])(
  "a registration with %j is accepted",
  (change) => {
    expect(registrationErrors({ ...profile, ...change }, { today })).toEqual({});
  },
);

test.each([
  [{ firstName: "Ka" }, { firstName: "Invalid name" }],
  [{ firstName: "Kavya2" }, { firstName: "Invalid name" }],
  [{ firstName: " Kavya" }, { firstName: "Invalid name" }],
  [{ lastName: "" }, { lastName: "Invalid lastname" }],
  [{ lastName: "R2" }, { lastName: "Invalid lastname" }],
  [{ instOrOrg: "" }, { instOrOrg: "Invalid instOrOrg" }],
  [{ instOrOrg: "School 7" }, { instOrOrg: "Invalid instOrOrg" }],
  [{ state: "TN" }, { state: "Invalid state" }],
  [{ country: "i" }, { country: "Invalid country" }],
  [{ email: "kavya" }, { email: "Invalid Email" }],
  [{ dateOfBirth: "" }, { dateOfBirth: "Invalid Date of Birth" }],
])("a registration with %j shows %j", (change, faults) => {
  expect(registrationErrors({ ...profile, ...change }, { today })).toEqual(faults);
});

test("editing a profile has fewer rules: a first name of three characters is enough", () => {
  expect(profileEditErrors({ ...profile, firstName: "K2a" }, { today })).toEqual({});
  expect(profileEditErrors({ ...profile, firstName: "Ka " }, { today })).toEqual({ firstName: "Invalid name" });
  expect(profileEditErrors({ email: "x", firstName: "Ka", dateOfBirth: "" }, { today })).toEqual({
    email: "Invalid Email",
    firstName: "Invalid name",
    dateOfBirth: "Invalid Date of Birth",
  });
});

test.each([
  ["2004-02-29", true],
  ["2004-02-29T00:00:00.000Z", true],
  ["2003-02-29", false],
  ["2021-11-15", true],
  ["2021-11-16", false],
  ["1925-11-16", true],
  ["1925-11-15", false],
  ["born 2004-02-29", false],
  ["2004-02-29 or so", false],
  ["29-02-2004", false],
  ["", false],
])("%j as a date of birth is accepted: %s", (text, isAccepted) => {
  expect(isDateOfBirth(text, { today })).toBe(isAccepted);
});

test.each([
  ["2026-11-15", "1925-11-16", "2021-11-15"],
  ["2028-02-29", "1927-03-01", "2023-02-28"],
  ["2029-02-28", "1928-02-29", "2024-02-28"],
])("on %s a date of birth is from %s to %s", (day, earliest, latest) => {
  expect(birthRange(new Date(`${day}T20:00:00Z`))).toEqual({ earliest, latest });
});

test.each(["+91", "+1684", "+123456"])("%s is a dial code", (text) => expect(isDialCode(text)).toBe(true));
test.each(["91", "+0", "+", "+1234567", "+9 1", "00+91"])("%j is not a dial code", (text) =>
  expect(isDialCode(text)).toBe(false),
);
test.each(["123456", "000000"])("%s is a one-time code", (text) => expect(isCode(text)).toBe(true));
test.each(["12345", "1234567", "12345a", "١٢٣٤٥٦"])("%j is not a one-time code", (text) =>
  expect(isCode(text)).toBe(false),
);

test.each([
  ["a one-time code", codeLifetimeMs, { minutes: 5 }],
  ["the wait for another code", resendAfterMs, { minutes: 1 }],
  ["a ticket", ticketLifetimeMs, { minutes: 30 }],
  ["a session without use", sessionIdleMs, { minutes: 30 * 24 * 60 }],
])("%s lasts %i ms: %j", (_, lifetimeMs, { minutes }) => {
  expect(lifetimeMs).toBe(minutes * 60_000);
});

test.each(["/dashboard/mycourses", "/onlinecourses/viewdetails/c-cpp?batchTime=1-2#enrol", `/${"a".repeat(499)}`])(
  "after sign-in a learner can return to %s",
  (path) => expect(returnPath(path)).toBe(path),
);

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/\n/evil.example",
  " /dashboard",
  "dashboard",
  "",
  null,
  `/${"a".repeat(500)}`,
])("sign-in never leads to %j", (path) => expect(returnPath(path)).toBeNull());

test.each([
  ["Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari on iOS"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["curl/8.0", "Unknown browser"],
  [undefined, "Unknown browser"],
])("%j is %j", (userAgent, described) => {
  expect(describeBrowser(userAgent)).toBe(described);
});

test.each([
  ["2008-11-17", true],
  ["2008-11-16", false],
  ["2008-11-15", false],
  ["2009-01-01", true],
  ["1999-12-31", false],
])("born on %s, somebody is under 18 on 16 November 2026: %s", (dateOfBirth, expected) => {
  expect(isYounger({ dateOfBirth, age: 18, today: "2026-11-16" })).toBe(expected);
});

test.each([
  ["https:", "academy.example", "https://academy.example"],
  ["https:", "localhost", "https://localhost:3000"],
  ["http:", "localhost", "http://localhost:3000"],
])("passkeys belong to a host name (%s//%s)", (protocol, hostname, origin) => {
  expect(passkeySite({ protocol, hostname, origin })).toEqual({ host: hostname, origin });
});

test.each([
  ["http:", "127.0.0.1"],
  ["https:", "203.0.113.7"],
  ["https:", "[::1]"],
  ["http:", "academy.example"],
])("browsers offer no passkeys at %s//%s", (protocol, hostname) => {
  expect(passkeySite({ protocol, hostname, origin: `${protocol}//${hostname}` })).toBeNull();
});

const sentAt = (ms: number) => new Date(today.getTime() - ms);

test.each([
  ["no code waits", [], { reason: "expired" }],
  ["it is five minutes old", [{ triesLeft: 3, sentAt: sentAt(codeLifetimeMs) }], { reason: "expired" }],
  ["tries are left", [{ triesLeft: 3, sentAt: sentAt(codeLifetimeMs - 1) }], { reason: "wrong", triesLeft: 3 }],
  ["no try is left", [{ triesLeft: 0, sentAt: sentAt(1) }], { reason: "locked" }],
  [
    "another code can be tried",
    [
      { triesLeft: 0, sentAt: sentAt(1) },
      { triesLeft: 1, sentAt: sentAt(1) },
      { triesLeft: 5, sentAt: sentAt(codeLifetimeMs) },
    ],
    { reason: "wrong", triesLeft: 1 },
  ],
])("a code is refused: %s", (_, sent, expected) => {
  expect(whyCodeRefused(sent, today)).toEqual(expected);
});
