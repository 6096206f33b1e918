import { maxCodeAttempts } from "@shoreline/domain/account";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { learner, oneTimeCode, session, ticket } from "../../db/tables/account.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { codeFor, form, newLearner, newNumber, ticketFor, withToken } from "../../test/learner.ts";

const institute = await testInstitute();
const visitor = () => institute.visitor();
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));
const minute = 60_000;

test("a visitor with a new number proves it by a code, registers, and can sign in later", async () => {
  const mobileNumber = newNumber();
  const sent = await visitor().account.sendCode({ countryCode: "+91", mobileNumber });
  expect(sent.resendInSeconds).toBe(60);
  const message = institute.messages.at(-1);
  expect(message?.to).toBe(`+91${mobileNumber}`);
  expect(message?.text).toMatch(/^\d{6} is your code .*\n\n@127\.0\.0\.1 #\d{6}$/);

  const code = codeFor(institute, mobileNumber);
  const { ticket } = await visitor().account.verifyCode({ mobileNumber, code });
  await expect(visitor().account.login({ mobileNumber, ticket })).rejects.toMatchObject({
    status: 404,
    code: "UNKNOWN_NUMBER",
  });
  const { token } = await visitor().account.create({ ...form, mobileNumber, ticket });
  expect(await withToken(institute, token).account.read({})).toMatchObject({
    ...form,
    mobileNumber,
    companyOrSchool: form.instOrOrg,
    profilePicture: "/pictures/blank.svg",
  });

  later(2 * minute);
  const again = await visitor().account.login({ mobileNumber, ticket: await ticketFor(institute, mobileNumber) });
  expect((await withToken(institute, again.token).account.read({})).firstName).toBe("Kavya");
  later(0);
});

test("who names no state lives in that of the institute", async () => {
  await institute.db.execute(sql`update institute set profile = jsonb_set(profile, '{state}', '"Kerala"')`);
  const mobileNumber = newNumber();
  const { state: _, ...rest } = form;
  const made = await visitor().account.create({
    ...rest,
    mobileNumber,
    ticket: await ticketFor(institute, mobileNumber),
  });
  expect((await withToken(institute, made.token).account.read({})).state).toBe("Kerala");
});

test("an older client may send the token in the body", async () => {
  const { token } = await newLearner(institute);
  const response = await visitor().request("/api/user", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  expect(await response.json()).toMatchObject({ firstName: "Kavya" });
});

test("known and unknown numbers get the same answers until the code is proven", async () => {
  const { mobileNumber: known } = await newLearner(institute);
  later(2 * minute);
  const answers = [];
  for (const mobileNumber of [known, newNumber()]) {
    const sent = await visitor().account.sendCode({ mobileNumber });
    const wrong = await visitor()
      .account.verifyCode({ mobileNumber, code: "000000" })
      .catch(({ status, code, message }) => ({ status, code, message }));
    answers.push({ sent, wrong });
  }
  expect(answers[0]).toEqual(answers[1]);
  later(0);
});

test("the database stores codes, tickets and sessions only as hashes", async () => {
  const mobileNumber = newNumber();
  await visitor().account.sendCode({ mobileNumber });
  const code = codeFor(institute, mobileNumber);
  const stored = async () =>
    JSON.stringify([
      await institute.db.select().from(oneTimeCode),
      await institute.db.select().from(ticket),
      await institute.db.select().from(session),
    ]);
  expect(await stored()).not.toContain(code);
  const { ticket: proof } = await visitor().account.verifyCode({ mobileNumber, code });
  const { token } = await visitor().account.create({ ...form, mobileNumber, ticket: proof });
  expect(await stored()).not.toContain(proof);
  expect(await stored()).not.toContain(token);
  expect(JSON.stringify(institute.logged)).not.toContain(mobileNumber);
});

test("a code works once", async () => {
  const mobileNumber = newNumber();
  await visitor().account.sendCode({ mobileNumber });
  const code = codeFor(institute, mobileNumber);
  const tries = await Promise.allSettled(
    Array.from({ length: 4 }, () => visitor().account.verifyCode({ mobileNumber, code })),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(visitor().account.verifyCode({ mobileNumber, code })).rejects.toMatchObject({ code: "CODE_EXPIRED" });
});

test(`after ${maxCodeAttempts} wrong tries the correct code is refused too`, async () => {
  const mobileNumber = newNumber();
  await visitor().account.sendCode({ mobileNumber });
  const code = codeFor(institute, mobileNumber);
  const wrong = code === "111111" ? "222222" : "111111";
  const answers: unknown[] = [];
  for (let n = 0; n < maxCodeAttempts; n++)
    await visitor()
      .account.verifyCode({ mobileNumber, code: wrong })
      .catch(({ code: refusal, fields }) => answers.push(fields.code ?? refusal));
  expect(answers).toEqual([
    "This code is wrong. You have 4 tries left.",
    "This code is wrong. You have 3 tries left.",
    "This code is wrong. You have 2 tries left.",
    "This code is wrong. You have one try left.",
    "CODE_LOCKED",
  ]);
  await expect(visitor().account.verifyCode({ mobileNumber, code })).rejects.toMatchObject({ code: "CODE_LOCKED" });
});

test("a thousand wrong codes at once never get a ticket", async () => {
  const mobileNumber = newNumber();
  await visitor().account.sendCode({ mobileNumber });
  const right = codeFor(institute, mobileNumber);
  const guesses = Array.from({ length: 1001 }, (_, n) => String(n).padStart(6, "0")).filter((code) => code !== right);
  const tries = await Promise.allSettled(
    guesses.slice(0, 1000).map((code) => visitor().account.verifyCode({ mobileNumber, code })),
  );
  expect(tries.every(({ status }) => status === "rejected")).toBe(true);
  const tickets = await institute.db.select().from(ticket);
  expect(tickets.filter((row) => row.mobileNumber === mobileNumber)).toEqual([]);
  await expect(visitor().account.verifyCode({ mobileNumber, code: right })).rejects.toMatchObject({
    status: expect.any(Number),
  });
});

test("a stranger hears the same about a code, whether or not the number has an account", async () => {
  const { mobileNumber: known, device } = await newLearner(institute);
  const unknown = newNumber();
  later(2 * minute);
  await visitor().account.sendCode({ mobileNumber: known, device });
  const answer = (mobileNumber: string) =>
    visitor()
      .account.verifyCode({ mobileNumber, code: "000000" })
      .catch(({ code, fields }) => ({ code, fields }));
  expect(await answer(known)).toEqual(await answer(unknown));
  for (const mobileNumber of [known, unknown]) await visitor().account.sendCode({ mobileNumber });
  expect(await answer(known)).toEqual(await answer(unknown));
  later(0);
});

test("a code is valid for five minutes", async () => {
  const mobileNumber = newNumber();
  await visitor().account.sendCode({ mobileNumber });
  later(5 * minute + 1);
  const code = codeFor(institute, mobileNumber);
  await expect(visitor().account.verifyCode({ mobileNumber, code })).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  later(0);
});

test("a new code is sent after a minute at the earliest, and replaces the old one", async () => {
  const mobileNumber = newNumber();
  await visitor().account.sendCode({ mobileNumber });
  const first = codeFor(institute, mobileNumber);
  later(20_000);
  await expect(visitor().account.sendCode({ mobileNumber })).rejects.toMatchObject({
    code: "CODE_TOO_SOON",
    retryAfterSeconds: 40,
  });
  later(minute);
  const sent = institute.messages.length;
  const both = await Promise.allSettled([
    visitor().account.sendCode({ mobileNumber }),
    visitor().account.sendCode({ mobileNumber }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(institute.messages.length).toBe(sent + 1);
  const second = codeFor(institute, mobileNumber);
  if (second !== first)
    await expect(visitor().account.verifyCode({ mobileNumber, code: first })).rejects.toMatchObject({ status: 401 });
  await visitor().account.verifyCode({ mobileNumber, code: second });
  later(0);
});

test("a class of 60 can sign in from one address, but a flood of codes is limited", async () => {
  const classroom = institute.visitor({ address: "10.99.1.1" });
  await Promise.all(
    Array.from({ length: 60 }, async () => {
      const mobileNumber = newNumber();
      await classroom.account.sendCode({ mobileNumber });
      await classroom.account.verifyCode({ mobileNumber, code: codeFor(institute, mobileNumber) });
    }),
  );
  const flood = await Promise.allSettled(
    Array.from({ length: 160 }, () => classroom.account.sendCode({ mobileNumber: newNumber() })),
  );
  const refused = flood.filter((one) => one.status === "rejected");
  expect(refused.length).toBe(20);
}, 120_000);

test("when a code cannot be sent, the visitor gets an error and can try again at once", async () => {
  const mobileNumber = newNumber();
  const { send } = institute.deps.sms;
  institute.deps.sms.send = () => Promise.reject(new Error("the gateway answered 503"));
  await expect(visitor().account.sendCode({ mobileNumber })).rejects.toMatchObject({
    status: 502,
    code: "CODE_NOT_SENT",
  });
  institute.deps.sms.send = send;
  await visitor().account.sendCode({ mobileNumber });
});

test("a ticket opens one session for its own number within half an hour", async () => {
  const { mobileNumber } = await newLearner(institute);
  later(2 * minute);
  const proof = await ticketFor(institute, mobileNumber);
  await expect(visitor().account.login({ mobileNumber: newNumber(), ticket: proof })).rejects.toMatchObject({
    code: "DEAD_TICKET",
  });
  const logins = await Promise.allSettled(
    Array.from({ length: 5 }, () => visitor().account.login({ mobileNumber, ticket: proof })),
  );
  expect(logins.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  later(4 * minute);
  const old = await ticketFor(institute, mobileNumber);
  later(35 * minute);
  await expect(visitor().account.login({ mobileNumber, ticket: old })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  later(0);
});

test("two parallel registrations make one learner, and a registered number cannot register again", async () => {
  const mobileNumber = newNumber();
  const proof = await ticketFor(institute, mobileNumber);
  const both = await Promise.allSettled([
    visitor().account.create({ ...form, mobileNumber, ticket: proof }),
    visitor().account.create({ ...form, mobileNumber, ticket: proof }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const rows = (await institute.db.select().from(learner)).filter((row) => row.mobileNumber === mobileNumber);
  expect(rows).toHaveLength(1);
  later(2 * minute);
  const second = await ticketFor(institute, mobileNumber);
  await expect(visitor().account.create({ ...form, mobileNumber, ticket: second })).rejects.toMatchObject({
    code: "KNOWN_NUMBER",
  });
  later(0);
});

test("a ticket stays valid after a refused registration", async () => {
  const mobileNumber = newNumber();
  const proof = await ticketFor(institute, mobileNumber);
  const wrong = { ...form, firstName: "K1", email: "kavya", dateOfBirth: "2023-02-30" };
  await expect(visitor().account.create({ ...wrong, mobileNumber, ticket: proof })).rejects.toMatchObject({
    fields: { firstName: "Invalid name", email: "Invalid Email", dateOfBirth: "Invalid Date of Birth" },
  });
  await visitor().account.create({ ...form, mobileNumber, ticket: proof });
});

test("wrong guesses without a pending code do not lock a learner out", async () => {
  const mobileNumber = newNumber();
  for (let n = 0; n < 45; n++)
    await visitor()
      .account.verifyCode({ mobileNumber, code: "000000" })
      .catch(() => {});
  await visitor().account.sendCode({ mobileNumber });
  await visitor().account.verifyCode({ mobileNumber, code: codeFor(institute, mobileNumber) });
});

test("a new learner gets one welcome mail and one notification", async () => {
  institute.mails.length = 0;
  const me = await newLearner(institute, { email: "new@example.com" });
  await institute.runJobs();
  expect(institute.mails.filter(({ to }) => to === "new@example.com")).toHaveLength(1);
  expect(await me.notification.list({})).toMatchObject({ unread: 1, notifications: [{ isRead: false }] });
  await me.notification.markRead({});
  expect((await me.notification.list({})).unread).toBe(0);
});

test.each([
  { mobileNumber: "12345" },
  { mobileNumber: "12345678901" },
  { mobileNumber: "98765x3210" },
  { mobileNumber: "٩٨٧٦٥٤٣٢١٠" },
  { mobileNumber: "9876543210", countryCode: "91" },
  { mobileNumber: "9876543210", countryCode: "+0" },
  { mobileNumber: "9876543210", countryCode: "+999999" },
  { mobileNumber: "9876543210", countryCode: "+91; drop table" },
])("an invalid number (%j) is refused, and no code is sent", async (phone) => {
  const sent = institute.messages.length;
  await expect(visitor().account.sendCode(phone)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect(institute.messages.length).toBe(sent);
});

test("a sign-in in a known browser needs at most four queries", async () => {
  const { mobileNumber, device } = await newLearner(institute);
  later(2 * minute);
  const proof = await ticketFor(institute, mobileNumber);
  const query = vi.spyOn(pg.Client.prototype, "query");
  await visitor().account.login({ mobileNumber, ticket: proof, device });
  const queries = query.mock.calls.length;
  query.mockRestore();
  expect(queries).toBeGreaterThan(0);
  expect(queries).toBeLessThanOrEqual(4);
  later(0);
});
