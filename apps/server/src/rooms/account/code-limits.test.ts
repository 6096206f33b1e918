import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { buildApp } from "../../app.ts";
import { rateLimit } from "../../db/tables/house.ts";
import { solveCheck } from "../../test/effort.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { codeFor, newLearner, newNumber } from "../../test/learner.ts";

const institute = await testInstitute();
const { db, deps, visitor } = institute;
const minute = 60_000;
let minutes = 0;
/** A number gets a code a minute at most, so each request comes later than the one before. */
const later = () => institute.setNow(new Date(testDay.getTime() + ++minutes * minute));
const stranger = visitor({ address: "203.0.113.7" });

afterEach(async () => {
  deps.smsPerDay = 5000;
  deps.smsCountries = null;
  institute.messages.length = institute.mails.length = 0;
  await db.delete(rateLimit);
});

async function send(
  mobileNumber: string,
  { from = visitor(), ...more }: { from?: typeof stranger; device?: string } = {},
) {
  later();
  await from.account.sendCode({ mobileNumber, ...more });
}

/** Sends a code, with a check where one is needed; returns why it was refused otherwise. */
async function sendOrWhy(mobileNumber: string, from = visitor()): Promise<string> {
  later();
  const ask = (check?: string) =>
    from.account.sendCode({ mobileNumber, ...(check ? { check } : {}) }).then(
      () => "sent",
      (error: { code: string }) => error.code,
    );
  const outcome = await ask();
  return outcome === "CHECK_NEEDED" ? ask(await solveCheck(institute)) : outcome;
}

test("fifty parallel requests send one code and use up one", async () => {
  const mobileNumber = newNumber();
  later();
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => visitor().account.sendCode({ mobileNumber })));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(institute.messages).toHaveLength(1);
  // Two more are free of a check: one was counted.
  for (let n = 0; n < 2; n++) await send(mobileNumber);
  await expect(send(mobileNumber)).rejects.toMatchObject({ code: "CHECK_NEEDED" });
});

test("a code that could not be sent does not count", async () => {
  const mobileNumber = newNumber();
  const { send: sms } = deps.sms;
  deps.sms.send = () => Promise.reject(new Error("the gateway answered 503"));
  for (let n = 0; n < 5; n++) await expect(send(mobileNumber)).rejects.toMatchObject({ code: "CODE_NOT_SENT" });
  deps.sms.send = sms;
  for (let n = 0; n < 3; n++) await send(mobileNumber);
});

test("after three codes in an hour the next one needs a check, which works once and only here", async () => {
  const mobileNumber = newNumber();
  for (let n = 0; n < 3; n++) await send(mobileNumber);
  const ask = async (check: string, number = mobileNumber) => {
    later();
    return visitor().account.sendCode({ mobileNumber: number, check });
  };
  const solution = await solveCheck(institute);
  const [salt = "", number = "", signature = ""] = solution.split("~");
  const forged = [
    `${salt.replace(/\.\d+\./, ".9999999999999.")}~${number}~${signature}`,
    `${salt}${number[0]}~${number.slice(1)}~${signature}`,
    `${salt}~${number}~${"é".repeat(43)}`,
    `${salt}~${number}~x`,
    `${salt}~${Number(number) + 1}~${signature}`,
  ];
  for (const wrong of ["", "x", "~~", ...forged])
    await expect(ask(wrong)).rejects.toMatchObject({ code: "CHECK_NEEDED" });
  await ask(solution);
  await expect(ask(solution)).rejects.toMatchObject({ code: "CHECK_NEEDED" });
  const old = await solveCheck(institute);
  for (let n = 0; n < 11; n++) later();
  await expect(ask(old)).rejects.toMatchObject({ code: "CHECK_NEEDED" });
});

test("a patient stranger shuts out neither the holder's browser nor another address", async () => {
  const me = await newLearner(institute);
  await db.delete(rateLimit);
  const outcomes: string[] = [];
  for (let n = 0; n < 8; n++) outcomes.push(await sendOrWhy(me.mobileNumber, stranger));
  expect(outcomes).toEqual([...Array(6).fill("sent"), ...Array(2).fill("TOO_MANY_REQUESTS")]);
  expect(await sendOrWhy(me.mobileNumber)).toBe("sent");
  for (let n = 0; n < 12; n++) await sendOrWhy(me.mobileNumber, visitor());
  expect(await sendOrWhy(me.mobileNumber)).toBe("TOO_MANY_REQUESTS");
  // The browser in which I signed in before has codes of its own, without a check.
  for (let n = 0; n < 6; n++) await send(me.mobileNumber, { device: me.device });
  await expect(send(me.mobileNumber, { device: me.device })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  // The others' allowance is used up too; with it the seventh would have been a stranger's.
  await db.delete(rateLimit).where(sql`key like 'code.number%' or key like 'code.address%'`);
  await send(me.mobileNumber, { device: me.device });
});

test("the browser of one learner is a stranger to every other number", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  await db.delete(rateLimit);
  for (let n = 0; n < 3; n++) await send(other.mobileNumber, { device: me.device });
  await expect(send(other.mobileNumber, { device: me.device })).rejects.toMatchObject({ code: "CHECK_NEEDED" });
});

test("a browser keeps its secret when its learner signs in again, and loses it with the account", async () => {
  const me = await newLearner(institute);
  const ticket = async () => {
    await send(me.mobileNumber, { device: me.device });
    const code = codeFor(institute, me.mobileNumber);
    return (await visitor().account.verifyCode({ mobileNumber: me.mobileNumber, code })).ticket;
  };
  const { mobileNumber, device } = me;
  expect(await visitor().account.login({ mobileNumber, ticket: await ticket(), device })).toMatchObject({ device });
  const made = await visitor().account.login({ mobileNumber, ticket: await ticket(), device: "chosen-by-a-stranger" });
  expect(made.device).toMatch(/^[\w-]{43}$/);
  await me.account.remove({ ticket: await ticket() });
  await db.delete(rateLimit);
  for (let n = 0; n < 3; n++) await send(mobileNumber, { device });
  await expect(send(mobileNumber, { device })).rejects.toMatchObject({ code: "CHECK_NEEDED" });
});

test("when the day's messages run out, learners sign in as before, new numbers meet the check, and staff are alarmed", async () => {
  const learners = [await newLearner(institute), await newLearner(institute)];
  await db.delete(rateLimit);
  deps.smsPerDay = 10;
  for (let n = 0; n < 8; n++) await send(newNumber());
  await expect(send(newNumber())).rejects.toMatchObject({ code: "CHECK_NEEDED" });
  expect(await sendOrWhy(newNumber())).toBe("sent");
  for (const { mobileNumber } of learners) await send(mobileNumber);
  await expect(send(newNumber())).rejects.toMatchObject({ code: "CHECK_NEEDED" });
  expect(await sendOrWhy(newNumber())).toBe("sent");
  await institute.runJobs();
  expect(
    institute.mails.filter(({ subject }) => subject.includes("one-time codes")).map(({ subject }) => subject),
  ).toEqual([50, 80, 100].map((percent) => `${percent}% of today's one-time codes are used`));
  // A new day begins when the count is gone: nothing is blocked in memory.
  await db.execute(sql`delete from rate_limit`);
  await send(newNumber());
});

test("with a real provider, codes go to the configured countries only", async () => {
  const { app } = buildApp({ ...deps, smsCountries: ["+91", "+971"] });
  const ask = async (countryCode: string) =>
    app.request("/api/user/otp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ countryCode, mobileNumber: newNumber() }),
    });
  expect((await ask("+971")).status).toBe(200);
  const refused = await ask("+1");
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    fields: { countryCode: "We can send codes only to numbers that begin with +91 or +971. Please call us." },
  });
});
