import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Refused, startFakeApi } from "../test/fake-api.ts";
import { clientWithToken, learnerClient } from "./learner.ts";
import {
  endSession,
  keepPerson,
  keepToken,
  latestToken,
  readToken,
  renewToken,
  takeRedirect,
  useToken,
} from "./session.ts";

beforeEach(() => {
  endSession("/");
  takeRedirect();
});
afterEach(cleanup);

const isMarkedSignedIn = () => "signedIn" in document.documentElement.dataset;

/** What the browser sends to all other tabs when one of them changes its storage. */
function changeInAnotherTab(token: string | null) {
  if (token === null) localStorage.removeItem("token");
  else localStorage.setItem("token", token);
  window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: token }));
}

test("a token is kept for the next visit, and the page is marked as signed in", () => {
  keepToken("kavya");
  expect(readToken()).toBe("kavya");
  expect(localStorage.getItem("token")).toBe("kavya");
  expect(isMarkedSignedIn()).toBe(true);
});

test('the word "undefined", left by a careless script, is no token', () => {
  localStorage.setItem("token", "undefined");
  expect(readToken()).toBeNull();
});

test("signing out forgets the token, the name and the picture", () => {
  keepToken("kavya");
  keepPerson({ profilePicture: "/media/user/1.webp", firstName: "Kavya" });
  expect([sessionStorage.getItem("user"), sessionStorage.getItem("username")]).toEqual(["/media/user/1.webp", "Kavya"]);
  endSession("/");
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  expect(isMarkedSignedIn()).toBe(false);
});

test.each(["here", "in another tab"])("signing out %s forgets the draft of the contact form", (where) => {
  keepToken("kavya");
  renderHook(useToken);
  sessionStorage.setItem("contact-draft", JSON.stringify({ fullName: "Kavya Raman" }));
  if (where === "here") endSession("/");
  else act(() => changeInAnotherTab(null));
  expect(sessionStorage.getItem("contact-draft")).toBeNull();
});

test("a sign-out and a sign-in in another tab are seen in this one", () => {
  keepToken("kavya");
  const { result } = renderHook(useToken);
  expect(result.current).toBe("kavya");
  act(() => changeInAnotherTab(null));
  expect([result.current, isMarkedSignedIn()]).toEqual([null, false]);
  act(() => changeInAnotherTab("ravi"));
  expect([result.current, isMarkedSignedIn()]).toEqual(["ravi", true]);
});

test("clearing the whole storage in another tab ends the session in this one", () => {
  keepToken("kavya");
  const { result } = renderHook(useToken);
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: null })));
  expect(result.current).toBeNull();
});

test("where storage is forbidden a sign-in lasts as long as the page", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  onTestFinished(() => void vi.unstubAllGlobals());
  keepToken("kavya");
  expect(readToken()).toBe("kavya");
  endSession("/");
  expect(readToken()).toBeNull();
});

test("a session that ends says where to go, once", () => {
  keepToken("kavya");
  endSession("/login", "Please sign in again.");
  expect(readToken()).toBeNull();
  expect(takeRedirect()).toEqual({ to: "/login", state: { notice: "Please sign in again." } });
  expect(takeRedirect()).toBeNull();
});

test("a redirect that nobody took is forgotten with the next sign-in", () => {
  endSession("/");
  keepToken("ravi");
  expect(takeRedirect()).toBeNull();
});

test("a learner's call carries the token of that moment", async () => {
  const api = startFakeApi({ notification: { list: () => ({ notifications: [], unread: 0 }) as never } });
  keepToken("kavya");
  await learnerClient.notification.list({});
  keepToken("ravi");
  await learnerClient.notification.list({});
  expect(api.sent.map(({ token }) => token)).toEqual(["kavya", "ravi"]);
});

test("a session that was ended elsewhere ends here with the next call, and the home page says why", async () => {
  startFakeApi({ enrolment: { list: () => new Refused("NOT_SIGNED_IN") } });
  keepToken("kavya");
  await expect(learnerClient.enrolment.list({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(readToken()).toBeNull();
  expect(takeRedirect()).toEqual({ to: "/", state: { notice: "You have to login First" } });
});

test("the refusal of an old token does not end the session of the learner who is signed in now", async () => {
  startFakeApi({ enrolment: { list: () => new Refused("NOT_SIGNED_IN") } });
  keepToken("ravi");
  await expect(clientWithToken("kavya").enrolment.list({})).rejects.toMatchObject({ status: 401 });
  expect(readToken()).toBe("ravi");
});

test("a wrong code is refused with the same status and ends no session", async () => {
  startFakeApi({ account: { verifyCode: () => new Refused("WRONG_CODE") } });
  keepToken("kavya");
  const phone = { countryCode: "+91", mobileNumber: "9876543210", code: "000000" };
  await expect(learnerClient.account.verifyCode(phone)).rejects.toMatchObject({ code: "WRONG_CODE" });
  expect(readToken()).toBe("kavya");
});

/** Answers every call as signed in, with the next token of the session. */
function answerWithToken(next: string) {
  const tokens: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    tokens.push(new Headers(init.headers).get("authorization"));
    return Response.json({ notifications: [], unread: 0 }, { headers: { "session-token": next } });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return tokens;
}

test("the next token of a session is used from the next call on, and the screen does not start again", async () => {
  keepToken("kavya");
  const { result } = renderHook(useToken);
  const tokens = answerWithToken("kavya-2");
  await act(async () => void (await learnerClient.notification.list({})));
  await act(async () => void (await learnerClient.notification.list({})));
  expect(tokens).toEqual(["Bearer kavya", "Bearer kavya-2"]);
  expect([readToken(), result.current]).toEqual(["kavya-2", "kavya"]);
  act(() => keepToken("ravi"));
  expect(result.current).toBe("ravi");
});

test("another tab that gets the next token does not start this one's screen again", () => {
  keepToken("kavya");
  const { result } = renderHook(useToken);
  localStorage.setItem("previousToken", "kavya");
  act(() => changeInAnotherTab("kavya-2"));
  expect([readToken(), result.current]).toEqual(["kavya-2", "kavya"]);
});

test("an answer that comes after a sign-out or another sign-in brings no token back", async () => {
  keepToken("kavya");
  const list = learnerClient.notification.list;
  answerWithToken("kavya-2");
  const late = list({});
  endSession("/");
  await late;
  expect(readToken()).toBeNull();
  keepToken("ravi");
  renewToken({ from: "kavya", to: "kavya-2" });
  expect(readToken()).toBe("ravi");
});

test("a call in the name of an earlier token uses the one that replaced it, but never another learner's", async () => {
  keepToken("kavya");
  const payer = clientWithToken("kavya");
  renewToken({ from: "kavya", to: "kavya-2" });
  const tokens = answerWithToken("kavya-3");
  await payer.notification.list({});
  expect(tokens).toEqual(["Bearer kavya-2"]);
  keepToken("ravi");
  expect(latestToken("kavya")).toBe("kavya");
});
