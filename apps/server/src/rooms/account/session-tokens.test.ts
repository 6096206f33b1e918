import { replacedTokenMs, tokenHeader, tokenLifetimeMs } from "@shoreline/domain/account";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "../../db/tables/account.ts";
import { securityEvent } from "../../db/tables/house.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { form, newLearner, withToken } from "../../test/learner.ts";

const institute = await testInstitute();
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));
const dayLater = tokenLifetimeMs + 1;
afterEach(() => later(0));

const ask = (token: string, path = "/api/user/", body: object = {}) =>
  withToken(institute, token).request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const renewed = (answer: Response) => answer.headers.get(tokenHeader);
const statusOf = async (token: string) => (await ask(token)).status;

/** A learner whose token was replaced a day after the sign-in. */
async function learnerWithTwoTokens() {
  const me = await newLearner(institute);
  later(dayLater);
  return { ...me, next: renewed(await ask(me.token)) ?? "" };
}

test("a token is left alone for a day, and then replaced by the answer to its next use, which no cache stores", async () => {
  const { token } = await newLearner(institute);
  later(tokenLifetimeMs);
  expect(renewed(await ask(token))).toBeNull();
  later(dayLater);
  const answer = await ask(token);
  expect(renewed(answer)).toMatch(/^[\w-]{43}$/);
  expect(renewed(answer)).not.toBe(token);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("access-control-expose-headers")).toBeNull();
  expect(JSON.stringify(await institute.db.select().from(session))).not.toContain(renewed(answer));
});

test("parallel requests with an old token get the same new one", async () => {
  const { token } = await newLearner(institute);
  later(dayLater);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(token)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const tokens = new Set(answers.map(renewed));
  expect(tokens.size).toBe(1);
  expect(await statusOf([...tokens][0] ?? "")).toBe(200);
});

test("an answer that was lost signs nobody out: the old token works until the new one is used", async () => {
  const { token, next } = await learnerWithTwoTokens();
  for (let days = 2; days < 20; days++) {
    later(days * tokenLifetimeMs);
    expect(renewed(await ask(token))).toBe(next);
  }
  expect(await statusOf(next)).toBe(200);
});

test("once the new token is used, the old one works for another minute", async () => {
  const { token, next } = await learnerWithTwoTokens();
  expect(await statusOf(next)).toBe(200);
  later(dayLater + replacedTokenMs);
  const late = await ask(token);
  expect([late.status, renewed(late)]).toEqual([200, null]);
  expect(renewed(await ask(next))).toBeNull();
});

test("a token that is used long after it was replaced ends the session, and the learner is told", async () => {
  const { token, next } = await learnerWithTwoTokens();
  const other = await newLearner(institute);
  await statusOf(next);
  later(dayLater + replacedTokenMs + 1);
  institute.mails.length = institute.logged.length = 0;
  const refused = await ask(token);
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: "NOT_SIGNED_IN" }]);
  expect([await statusOf(next), await statusOf(token), await statusOf(other.token)]).toEqual([401, 401, 200]);
  await institute.runJobs();
  expect(institute.mails.filter(({ subject }) => subject === "You were signed out")).toMatchObject([
    { to: form.email, text: expect.stringContaining("was used in two places, so we ended it on") },
  ]);
  const events = await institute.db.select({ kind: securityEvent.kind }).from(securityEvent);
  expect(events).toContainEqual({ kind: "session copied" });
});

test("a session goes from token to token; one from two days ago is unknown and ends nothing", async () => {
  const { token, next } = await learnerWithTwoTokens();
  await ask(next);
  later(2 * dayLater);
  const third = renewed(await ask(next)) ?? "";
  expect(third).toMatch(/^[\w-]{43}$/);
  expect(await statusOf(third)).toBe(200);
  expect([await statusOf(token), await statusOf(third)]).toEqual([401, 200]);
});

test("a replaced token signs out the session that it belongs to, and a sign-out brings no new token", async () => {
  const { token, next } = await learnerWithTwoTokens();
  const [only] = await withToken(institute, token).account.sessions({});
  expect(only?.isThis).toBe(true);
  const out = await ask(token, "/api/user/logout");
  expect([out.status, renewed(out)]).toEqual([200, null]);
  expect([await statusOf(token), await statusOf(next)]).toEqual([401, 401]);
});

test("an upload with an old token works and replaces nothing", async () => {
  const { token } = await newLearner(institute);
  later(dayLater);
  const headers = { "tus-resumable": "1.0.0", "upload-length": "10" };
  const started = await withToken(institute, token).request("/files", { method: "POST", headers });
  expect([started.status, renewed(started)]).toEqual([201, null]);
  expect(renewed(await ask(token))).toBeTruthy();
});

test("reading a session takes one query", async () => {
  const { token } = await newLearner(institute);
  await ask(token);
  const query = vi.spyOn(pg.Client.prototype, "query");
  await ask(token);
  const queries = query.mock.calls.length;
  query.mockRestore();
  expect(queries).toBe(1);
});
