import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { passkey } from "../../db/tables/account.ts";
import { rateLimit } from "../../db/tables/house.ts";
import { newAuthenticator } from "../../test/authenticator.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { exportOf, form, newLearner, ticketFor, withToken } from "../../test/learner.ts";

const institute = await testInstitute();
const { db, deps, visitor } = institute;
// Browsers offer no passkeys at an IP address.
deps.publicUrl = "http://localhost:3000";
let minutes = 0;
const later = () => institute.setNow(new Date(testDay.getTime() + ++minutes * 60_000));
afterEach(() => db.delete(rateLimit));

type Learner = Awaited<ReturnType<typeof newLearner>>;

async function freshTicket({ mobileNumber }: { mobileNumber: string }): Promise<string> {
  later();
  return ticketFor(institute, mobileNumber);
}

async function addPasskey(who: Learner, phone = newAuthenticator()) {
  const response = phone.create(await who.account.newPasskey({}));
  await who.account.addPasskey({ ticket: await freshTicket(who), response });
  return phone;
}

async function learnerWithPasskey() {
  const me = await newLearner(institute);
  return { me, phone: await addPasskey(me) };
}

const begin = () => visitor().account.passkeySignIn({});
const refused = { status: 401, code: "PASSKEY_REFUSED" };

test("a learner adds a passkey, is told of it, and signs in with it without a number", async () => {
  const me = await newLearner(institute);
  await institute.runJobs();
  institute.mails.length = 0;
  const options = await me.account.newPasskey({});
  expect(options).toMatchObject({
    rp: { id: "localhost" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const phone = newAuthenticator();
  await me.account.addPasskey({ ticket: await freshTicket(me), response: phone.create(options) });
  await institute.runJobs();
  expect(institute.mails).toMatchObject([
    { to: form.email, subject: "A passkey was added", text: expect.stringContaining("You added a passkey with") },
  ]);
  expect((await me.notification.list({})).notifications[0]?.title).toBe("A passkey was added");

  const signIn = await begin();
  expect(signIn).toMatchObject({ rpId: "localhost", userVerification: "required" });
  expect(signIn.allowCredentials ?? []).toEqual([]);
  const userHandle = (await me.account.read({}))._id;
  const { token, device } = await visitor().account.passkeyLogin({ response: phone.get(signIn, { userHandle }) });
  expect((await withToken(institute, token).account.read({})).mobileNumber).toBe(me.mobileNumber);
  expect(device).toMatch(/^[\w-]{43}$/);
  expect(await me.account.passkeys({})).toMatchObject({
    isAvailable: true,
    passkeys: [{ id: phone.id, browser: "Unknown browser", usedAt: expect.any(String) }],
  });
});

test("a sign-in with a passkey is reported when the browser is new, and not when it is known", async () => {
  const { me, phone } = await learnerWithPasskey();
  const signInWith = async (known: { device?: string }) => {
    await institute.runJobs();
    institute.mails.length = 0;
    const answer = await visitor().account.passkeyLogin({ response: phone.get(await begin()), ...known });
    await institute.runJobs();
    return { ...answer, subjects: institute.mails.map(({ subject }) => subject) };
  };
  expect(await signInWith({ device: me.device })).toMatchObject({ device: me.device, subjects: [] });
  expect(await signInWith({})).toMatchObject({ subjects: ["New sign-in to your account"] });
});

test("a sign-in from another site, for another host, without unlocking or with a wrong signature is refused", async () => {
  const { phone } = await learnerWithPasskey();
  const stranger = newAuthenticator();
  const good = async () => phone.get(await begin());
  const change = (text: string) => (text[0] === "A" ? `B${text.slice(1)}` : `A${text.slice(1)}`);
  const attempts = [
    phone.get(await begin(), { origin: "https://phishing.example" }),
    phone.get(await begin(), { origin: "http://localhost:3001" }),
    phone.get(await begin(), { host: "phishing.example" }),
    phone.get(await begin(), { flags: 1 }),
    phone.get(await begin(), { flags: 4 }),
    phone.get(await begin(), { type: "webauthn.create" }),
    phone.get(await begin(), { userHandle: "00000000-0000-4000-8000-000000000000" }),
    stranger.get(await begin()),
    { ...stranger.get(await begin()), id: phone.id, rawId: phone.id },
  ];
  for (const field of ["signature", "authenticatorData", "clientDataJSON"] as const) {
    const { response, ...credential } = await good();
    attempts.push({ ...credential, response: { ...response, [field]: change(response[field]) } });
  }
  const answers = [];
  for (const response of attempts)
    answers.push(
      await visitor()
        .account.passkeyLogin({ response })
        .catch(({ status, code, message }) => ({ status, code, message })),
    );
  expect(answers).toEqual(Array(attempts.length).fill({ ...refused, message: expect.any(String) }));
  // All strangers read the same text, whether the passkey is known or not.
  expect(new Set(answers.map((answer) => (answer as { message: string }).message)).size).toBe(1);
  await visitor().account.passkeyLogin({ response: await good() });
});

test("a challenge works once, for five minutes and for its own purpose", async () => {
  const { me, phone } = await learnerWithPasskey();
  const response = phone.get(await begin());
  await visitor().account.passkeyLogin({ response });
  await expect(visitor().account.passkeyLogin({ response })).rejects.toMatchObject(refused);
  const options = await begin();
  await visitor().account.passkeyLogin({ response: phone.get(options) });
  await expect(visitor().account.passkeyLogin({ response: phone.get(options) })).rejects.toMatchObject(refused);
  const late = phone.get(await begin());
  for (let n = 0; n < 5; n++) later();
  await expect(visitor().account.passkeyLogin({ response: late })).rejects.toMatchObject(refused);
  const foreign = [
    await me.account.newPasskey({}),
    { challenge: Buffer.from("a.9999999999999.b").toString("base64url") },
  ];
  for (const wrong of foreign)
    await expect(visitor().account.passkeyLogin({ response: phone.get(wrong) })).rejects.toMatchObject(refused);
});

test("a passkey whose counter does not go up was copied, and is refused", async () => {
  const { phone } = await learnerWithPasskey();
  const signIn = async (counter: number) =>
    visitor().account.passkeyLogin({ response: phone.get(await begin(), { counter }) });
  await signIn(7);
  for (const counter of [7, 3, 0]) await expect(signIn(counter)).rejects.toMatchObject(refused);
  await signIn(8);
});

test("an authenticator that does not count signs in again and again", async () => {
  const { phone } = await learnerWithPasskey();
  for (let n = 0; n < 3; n++)
    await visitor().account.passkeyLogin({ response: phone.get(await begin(), { counter: 0 }) });
});

test("a passkey is added only with a fresh proof of the own number and an answer to the own challenge", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  const phone = newAuthenticator();
  const ticket = await freshTicket(me);
  const theirs = await freshTicket(other);
  const create = async (lies = {}, who = me) => phone.create(await who.account.newPasskey({}), lies);
  for (const wrong of ["guessed", theirs])
    await expect(me.account.addPasskey({ ticket: wrong, response: await create() })).rejects.toMatchObject({
      code: "DEAD_TICKET",
    });
  const lies = [
    { origin: "https://phishing.example" },
    { host: "phishing.example" },
    { flags: 1 },
    { type: "webauthn.get" },
    { format: "apple" },
    { format: "android-safetynet" },
  ];
  for (const lie of lies)
    await expect(me.account.addPasskey({ ticket, response: await create(lie) })).rejects.toMatchObject(refused);
  await expect(me.account.addPasskey({ ticket, response: await create({}, other) })).rejects.toMatchObject(refused);
  const response = await create();
  await me.account.addPasskey({ ticket, response });
  const again = { ticket: await freshTicket(me), response };
  await expect(me.account.addPasskey(again)).rejects.toMatchObject(refused);
  // The same passkey cannot belong to two learners.
  const stolen = { ticket: theirs, response: await create({}, other) };
  await expect(other.account.addPasskey(stolen)).rejects.toMatchObject(refused);
  expect((await other.account.passkeys({})).passkeys).toEqual([]);
});

test("whatever bytes an authenticator sends with a challenge of ours are refused", async () => {
  const { me, phone } = await learnerWithPasskey();
  const ticket = await freshTicket(me);
  const deep = Buffer.alloc(14_000, 0x81);
  const long = Buffer.from([0x9b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]);
  const odd = [Buffer.alloc(0), deep, long, Buffer.concat([Buffer.from([0xa3]), deep])];
  const random = fc.sample(fc.uint8Array({ maxLength: 300 }), { numRuns: 20, seed: 1 }).map((one) => Buffer.from(one));
  for (const bytes of [...odd, ...random]) {
    const text = bytes.subarray(0, 6000).toString("base64url");
    for (const field of ["authenticatorData", "signature"] as const) {
      const proof = phone.get(await begin());
      const response = { ...proof.response, [field]: text };
      await expect(visitor().account.passkeyLogin({ response: { ...proof, response } })).rejects.toMatchObject(refused);
    }
    const made = phone.create(await me.account.newPasskey({}));
    const response = { ...made.response, attestationObject: bytes.toString("base64url") };
    const added = me.account.addPasskey({ ticket, response: { ...made, response } });
    await expect(added).rejects.toMatchObject(refused);
  }
}, 60_000);

test("a learner removes a passkey with a fresh proof; nobody removes another learner's", async () => {
  const { me, phone } = await learnerWithPasskey();
  const other = await newLearner(institute);
  const theirs = await freshTicket(other);
  await expect(other.account.removePasskey({ id: phone.id, ticket: theirs })).rejects.toMatchObject({
    status: 404,
    code: "UNKNOWN_PASSKEY",
  });
  await expect(me.account.removePasskey({ id: phone.id, ticket: theirs })).rejects.toMatchObject({
    code: "DEAD_TICKET",
  });
  await visitor().account.passkeyLogin({ response: phone.get(await begin()) });
  await me.account.removePasskey({ id: phone.id, ticket: await freshTicket(me) });
  expect((await me.account.passkeys({})).passkeys).toEqual([]);
  await expect(visitor().account.passkeyLogin({ response: phone.get(await begin()) })).rejects.toMatchObject(refused);
});

test("the export lists passkeys without their keys, and they go with the account", async () => {
  const { me, phone } = await learnerWithPasskey();
  later();
  const exported = await exportOf(institute, me);
  expect(JSON.parse(exported).passkey).toMatchObject([{ id: phone.id, browser: "Unknown browser" }]);
  expect(exported).not.toMatch(/public_key/);
  await db.delete(rateLimit);
  await me.account.remove({ ticket: await freshTicket(me) });
  expect(await db.select().from(passkey).where(eq(passkey.id, phone.id))).toEqual([]);
  await expect(visitor().account.passkeyLogin({ response: phone.get(await begin()) })).rejects.toMatchObject(refused);
});

test("at an IP address there are no passkeys", async () => {
  const { me, phone } = await learnerWithPasskey();
  const response = phone.get(await begin());
  deps.publicUrl = "http://127.0.0.1:3000";
  expect((await me.account.passkeys({})).isAvailable).toBe(false);
  await expect(begin()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(me.account.newPasskey({})).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(visitor().account.passkeyLogin({ response })).rejects.toMatchObject({ code: "NOT_FOUND" });
  deps.publicUrl = "http://localhost:3000";
});
