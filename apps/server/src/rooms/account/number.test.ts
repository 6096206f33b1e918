import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildApp } from "../../app.ts";
import { knownDevice, picture } from "../../db/tables/account.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { form, newLearner, newNumber, ticketFor, withToken } from "../../test/learner.ts";

const institute = await testInstitute();
const { db } = institute;
const visitor = () => institute.visitor();
let minutes = 0;
/** A number gets a code a minute at most. */
const later = () => institute.setNow(new Date(testDay.getTime() + ++minutes * 60_000));

async function freshTicket(mobileNumber: string): Promise<string> {
  later();
  return ticketFor(institute, mobileNumber);
}

/** A learner with proofs of the own number and of a new one. */
async function readyToChange() {
  const me = await newLearner(institute);
  const mobileNumber = newNumber();
  return {
    me,
    change: {
      mobileNumber,
      ticket: await freshTicket(me.mobileNumber),
      newTicket: await freshTicket(mobileNumber),
      device: me.device,
    },
  };
}

test("a learner changes the number with a proof of each, signs in with the new one, and is told by mail", async () => {
  const { me, change } = await readyToChange();
  await institute.runJobs();
  institute.mails.length = 0;
  expect(await me.account.changeNumber(change)).toMatchObject({
    mobileNumber: change.mobileNumber,
    countryCode: "+91",
  });
  expect((await me.account.read({})).mobileNumber).toBe(change.mobileNumber);
  const told = institute.messages.filter(({ text }) => text.includes("was changed")).map(({ to }) => to);
  expect(told).toEqual([`+91${me.mobileNumber}`, `+91${change.mobileNumber}`]);
  const ticket = await freshTicket(change.mobileNumber);
  const { token } = await visitor().account.login({ mobileNumber: change.mobileNumber, ticket });
  expect((await withToken(institute, token).account.read({})).firstName).toBe("Kavya");
  const old = await freshTicket(me.mobileNumber);
  await expect(visitor().account.login({ mobileNumber: me.mobileNumber, ticket: old })).rejects.toMatchObject({
    code: "UNKNOWN_NUMBER",
  });
  await institute.runJobs();
  const ending = change.mobileNumber.slice(-4);
  expect(institute.mails.filter(({ subject }) => subject === "Your mobile number was changed")).toMatchObject([
    { to: form.email, text: expect.stringContaining(`was changed to one that ends in ${ending} on`) },
  ]);
  const { notifications } = await me.notification.list({});
  expect(notifications.map(({ title }) => title)).toContain("Your mobile number was changed");
});

test("pictures and this browser move with the number; other browsers are signed out and forgotten", async () => {
  const { me, change } = await readyToChange();
  const [from, to] = [`+91${me.mobileNumber}`, `+91${change.mobileNumber}`];
  await db.insert(picture).values({ number: from, uploadedAt: testDay });
  const ticket = await freshTicket(me.mobileNumber);
  const second = await visitor().account.login({ mobileNumber: me.mobileNumber, ticket });
  await me.account.changeNumber(change);
  await expect(withToken(institute, second.token).account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await me.account.sessions({})).toHaveLength(1);
  const count = async (table: typeof picture | typeof knownDevice, number: string) =>
    db.$count(table, eq(table.number, number));
  expect([await count(picture, from), await count(picture, to)]).toEqual([0, 1]);
  expect([await count(knownDevice, from), await count(knownDevice, to)]).toEqual([0, 1]);
  later();
  const login = { mobileNumber: change.mobileNumber, ticket: await freshTicket(change.mobileNumber) };
  expect((await visitor().account.login({ ...login, device: me.device })).device).toBe(me.device);
});

test("a proof of somebody else, a guessed one, a used one and a swapped pair are refused, and none is spent", async () => {
  const { me, change } = await readyToChange();
  const other = await newLearner(institute);
  const theirs = await freshTicket(other.mobileNumber);
  for (const wrong of [
    { ticket: theirs },
    { ticket: "guessed" },
    { newTicket: "guessed" },
    { newTicket: change.ticket },
    { ticket: change.newTicket, newTicket: change.ticket },
    { mobileNumber: newNumber() },
    { countryCode: "+1" },
  ])
    await expect(me.account.changeNumber({ ...change, ...wrong })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  await me.account.changeNumber(change);
  const back = { mobileNumber: me.mobileNumber, newTicket: await freshTicket(me.mobileNumber) };
  await expect(me.account.changeNumber({ ...change, ...back })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  const again = { ...back, ticket: await freshTicket(change.mobileNumber), newTicket: change.newTicket };
  await expect(me.account.changeNumber(again)).rejects.toMatchObject({ code: "DEAD_TICKET" });
});

test("a number that is registered is refused, also one's own", async () => {
  const { me, change } = await readyToChange();
  const other = await newLearner(institute);
  for (const { mobileNumber } of [other, me])
    await expect(
      me.account.changeNumber({ ...change, mobileNumber, newTicket: await freshTicket(mobileNumber) }),
    ).rejects.toMatchObject({ status: 409, code: "KNOWN_NUMBER" });
  expect((await other.account.read({})).mobileNumber).toBe(other.mobileNumber);
});

test("of two learners who want the same number at once, one gets it", async () => {
  const [first, second] = [await readyToChange(), await readyToChange()];
  const { mobileNumber } = first.change;
  const newTicket = await freshTicket(mobileNumber);
  const both = await Promise.allSettled([
    first.me.account.changeNumber(first.change),
    second.me.account.changeNumber({ ...second.change, mobileNumber, newTicket }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "KNOWN_NUMBER" } });
});

test("a country that gets no codes is refused as when a code is asked for", async () => {
  const { me, change } = await readyToChange();
  await expect(me.account.changeNumber({ ...change, countryCode: "+999999" })).rejects.toMatchObject({
    fields: { countryCode: "Invalid country code" },
  });
  const { app } = buildApp({ ...institute.deps, smsCountries: ["+971"] });
  const refused = await app.request("/api/user/number", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${me.token}` },
    body: JSON.stringify(change),
  });
  expect(await refused.json()).toMatchObject({ code: "INVALID_INPUT", fields: { countryCode: expect.any(String) } });
});
