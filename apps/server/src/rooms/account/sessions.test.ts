import { sessionIdleMs, sessionMaxMs } from "@shoreline/domain/account";
import { expect, test } from "vitest";
import { rateLimit } from "../../db/tables/house.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { form, newLearner, ticketFor, withToken } from "../../test/learner.ts";

const institute = await testInstitute();
const visitor = () => institute.visitor();
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));
const minute = 60_000;

test("signing out ends this session; signing out everywhere ends all sessions", async () => {
  const me = await newLearner(institute);
  later(2 * minute);
  const { token } = await visitor().account.login({
    mobileNumber: me.mobileNumber,
    ticket: await ticketFor(institute, me.mobileNumber),
  });
  const other = withToken(institute, token);
  await me.account.logout({});
  await expect(me.account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect((await other.account.read({})).firstName).toBe("Kavya");
  later(4 * minute);
  const third = await visitor().account.login({
    mobileNumber: me.mobileNumber,
    ticket: await ticketFor(institute, me.mobileNumber),
  });
  await withToken(institute, third.token).account.logout({ everywhere: true });
  await expect(other.account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  later(0);
});

test("a session ends after 30 days without use", async () => {
  const me = await newLearner(institute);
  const day = 24 * 60 * minute;
  later(29 * day);
  await me.account.read({});
  later(58 * day);
  await me.account.read({});
  later(58 * day + sessionIdleMs + 1);
  await expect(me.account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  later(0);
});

test("even a session in daily use ends after 180 days", async () => {
  const me = await newLearner(institute);
  for (let days = 20; days < 180; days += 20) {
    later(days * 24 * 60 * minute);
    await me.account.read({});
  }
  later(sessionMaxMs + 1);
  await expect(me.account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  later(0);
});

test("a learner sees every browser that is signed in, signs one out, and hears of a sign-in in a new one", async () => {
  const me = await newLearner(institute);
  const chrome =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";
  const { mobileNumber, device } = me;
  await institute.runJobs();
  institute.mails.length = 0;
  let otherDevice = "";
  const signInWith = async (known: { device?: string }, minutes: number) => {
    later(minutes * minute);
    const ticket = await ticketFor(institute, mobileNumber);
    const browser = institute.visitor({ headers: { "user-agent": chrome } });
    const { token, device: got } = await browser.account.login({ mobileNumber, ticket, ...known });
    otherDevice = got;
    await institute.runJobs();
    return withToken(institute, token);
  };
  await signInWith({ device }, 2);
  expect(institute.mails.filter(({ subject }) => subject.includes("sign-in"))).toEqual([]);
  const other = await signInWith({}, 4);
  expect(institute.mails.filter(({ to, subject }) => to === form.email && subject.includes("sign-in"))).toMatchObject([
    { subject: "New sign-in to your account", text: expect.stringContaining("with Chrome on Android on") },
  ]);
  expect((await me.notification.list({})).notifications[0]).toMatchObject({ title: "New sign-in" });
  const open = await me.account.sessions({});
  expect(open.map(({ browser, isThis }) => [browser, isThis])).toEqual([
    ["Chrome on Android", false],
    ["Chrome on Android", false],
    ["Unknown browser", true],
  ]);
  expect(JSON.stringify(open)).not.toContain("hash");
  const id = (await other.account.sessions({})).find(({ isThis }) => isThis)?.id ?? "";
  await me.account.endSession({ id, device });
  await expect(other.account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await me.account.sessions({})).toHaveLength(2);
  // A browser that was signed out is new when it comes back; the one that did it is not.
  const thrownOut = otherDevice;
  institute.mails.length = 0;
  await institute.db.delete(rateLimit);
  await signInWith({ device }, 6);
  expect(institute.mails).toEqual([]);
  await signInWith({ device: thrownOut }, 8);
  expect(institute.mails.map(({ subject }) => subject)).toEqual(["New sign-in to your account"]);
  later(0);
});
