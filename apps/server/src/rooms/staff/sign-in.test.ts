import { invitationMs, signInLinkMs, staffSessionMs } from "@shoreline/domain/staff";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { staff } from "../../db/tables/staff.ts";
import { newAuthenticator } from "../../test/authenticator.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { browserOf, linkFor, newStaff } from "../../test/staff.ts";
import { authenticatorCode, stepAt } from "./totp.ts";

const institute = await testInstitute();
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));
afterEach(() => {
  later(0);
  institute.deps.publicUrl = "http://127.0.0.1:3000";
});
const minute = 60_000;
const codeNow = (secret: string, offset = 0) => authenticatorCode(secret, stepAt(institute.deps.clock.now()) + offset);
const visitor = () => institute.visitor();

const post = (path: string, body: object) =>
  visitor().request(`/api/staff/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Somebody who was invited and has set up an authenticator app. */
async function withAuthenticator() {
  const owner = await newStaff(institute, ["owner"]);
  const email = `${crypto.randomUUID()}@example.com`;
  const { staffId } = await owner.staff.invite({ name: "Joel Antony", email, roles: ["trainer"] });
  const token = await linkFor(institute, email);
  const { secret } = await visitor().staff.setUpAuthenticator({ token });
  const answer = await post("link/authenticator/confirm", { token, code: codeNow(secret) });
  const { recoveryCodes } = (await answer.clone().json()) as { recoveryCodes: string[] };
  return { owner, email, staffId, token, secret, recoveryCodes, browser: browserOf(institute, answer), answer };
}

async function newSignInLink(email: string): Promise<string> {
  await visitor().staff.sendLink({ email });
  return linkFor(institute, email);
}

test("an invitation leads to an authenticator app, ten recovery codes and a session in a cookie that scripts cannot read", async () => {
  const { browser, answer, recoveryCodes, email } = await withAuthenticator();
  expect(await browser.staff.me({})).toMatchObject({
    name: "Joel Antony",
    email,
    roles: ["trainer"],
    timeZone: "Asia/Kolkata",
    environment: "local",
  });
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^staff=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
  institute.deps.publicUrl = "https://institute.example";
  const again = await withAuthenticator();
  expect(again.answer.headers.get("set-cookie")).toMatch(/^__Host-staff=[^;]+; Path=\/; .*; Secure$/);
});

test("a mail link and the code of the app sign in; neither works twice", async () => {
  const { email, secret, token: used } = await withAuthenticator();
  await expect(visitor().staff.readLink({ token: used })).rejects.toMatchObject({ code: "DEAD_LINK" });
  later(minute);
  const token = await newSignInLink(email);
  expect(await visitor().staff.readLink({ token })).toMatchObject({
    purpose: "sign-in",
    name: "Joel Antony",
    next: "code",
  });
  const code = codeNow(secret);
  const browser = browserOf(institute, await post("link/sign-in", { token, code }));
  expect((await browser.staff.me({})).name).toBe("Joel Antony");
  await expect(visitor().staff.signInByLink({ token, code: codeNow(secret, 1) })).rejects.toMatchObject({
    code: "DEAD_LINK",
  });
  const next = await newSignInLink(email);
  await expect(visitor().staff.signInByLink({ token: next, code })).rejects.toMatchObject({ code: "WRONG_CODE" });
  later(2 * minute);
  expect((await post("link/sign-in", { token: next, code: codeNow(secret) })).status).toBe(200);
});

test("a recovery code stands in for the app, once, however it is typed", async () => {
  const { email, recoveryCodes } = await withAuthenticator();
  const typed = ` ${recoveryCodes[3]?.toUpperCase().replace("-", " ")} `;
  const first = await newSignInLink(email);
  const browser = browserOf(institute, await post("link/sign-in", { token: first, code: typed }));
  expect((await browser.staff.devices({})).recoveryCodesLeft).toBe(9);
  const second = await newSignInLink(email);
  await expect(visitor().staff.signInByLink({ token: second, code: typed })).rejects.toMatchObject({
    code: "WRONG_CODE",
  });
});

test("guessing codes ends after ten tries, also with new links", async () => {
  const { email, secret } = await withAuthenticator();
  const codes: string[] = [];
  for (let tries = 0; tries < 11; tries++) {
    const token = await newSignInLink(email);
    const wrong = await visitor()
      .staff.signInByLink({ token, code: "nothing-at-all" })
      .catch(({ code }) => code);
    codes.push(wrong);
  }
  expect(codes.slice(0, 9)).toEqual(Array(9).fill("WRONG_CODE"));
  expect(codes.at(-1)).toBe("TOO_MANY_REQUESTS");
  const next = await newSignInLink(email);
  await expect(visitor().staff.signInByLink({ token: next, code: codeNow(secret) })).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
  });
});

test("links end: sign-in links after 15 minutes, invitations after seven days, and all with the first that is used", async () => {
  const { email, secret, owner } = await withAuthenticator();
  const [first, second] = [await newSignInLink(email), await newSignInLink(email)];
  later(signInLinkMs);
  await expect(visitor().staff.signInByLink({ token: second, code: codeNow(secret) })).rejects.toMatchObject({
    code: "DEAD_LINK",
  });
  later(minute);
  // A stranger who asks for another link does not end the one before.
  expect((await post("link/sign-in", { token: first, code: codeNow(secret) })).status).toBe(200);
  await expect(visitor().staff.readLink({ token: second })).rejects.toMatchObject({ code: "DEAD_LINK" });
  later(0);
  const invited = `${crypto.randomUUID()}@example.com`;
  await owner.staff.invite({ name: "Farida", email: invited, roles: ["counsellor"] });
  const token = await linkFor(institute, invited);
  later(invitationMs - 1);
  expect((await visitor().staff.readLink({ token })).purpose).toBe("invitation");
  const again = await newSignInLink(invited);
  await expect(visitor().staff.readLink({ token })).rejects.toMatchObject({ code: "DEAD_LINK" });
  expect((await visitor().staff.readLink({ token: again })).purpose).toBe("invitation");
  later(invitationMs);
  await expect(visitor().staff.readLink({ token: again })).rejects.toMatchObject({ code: "DEAD_LINK" });
  const mails = institute.mails.length;
  await newSignInLink(invited);
  expect(institute.mails.length).toBe(mails);
});

test("a mailbox gets at most five links an hour", async () => {
  const { email } = await withAuthenticator();
  const count = () => institute.mails.filter(({ to }) => to === email).length;
  const before = count();
  for (let n = 0; n < 8; n++) await newSignInLink(email);
  expect(count() - before).toBe(5);
});

test("a link of somebody with a second step sets nothing up: the mailbox alone is not enough", async () => {
  const { email } = await withAuthenticator();
  const token = await newSignInLink(email);
  await expect(visitor().staff.setUpAuthenticator({ token })).rejects.toMatchObject({ code: "DEAD_LINK" });
  await expect(visitor().staff.setUpPasskey({ token })).rejects.toMatchObject({ code: "DEAD_LINK" });
});

test("the answer to an unknown address is the same, and no mail is sent", async () => {
  const { email } = await withAuthenticator();
  const known = await visitor().staff.sendLink({ email });
  const unknown = await visitor().staff.sendLink({ email: "nobody@example.com" });
  expect(unknown).toEqual(known);
  await institute.runJobs();
  expect(institute.mails.filter(({ to }) => to === "nobody@example.com")).toEqual([]);
});

test("an invitation leads to a passkey, which signs in; who asks for a link is told to use it", async () => {
  institute.deps.publicUrl = "http://localhost:3000";
  const owner = await newStaff(institute, ["owner"]);
  const email = `${crypto.randomUUID()}@example.com`;
  const { staffId } = await owner.staff.invite({ name: "Shalini Ravi", email, roles: ["counsellor"] });
  const token = await linkFor(institute, email);
  const phone = newAuthenticator();
  const response = phone.create(await visitor().staff.setUpPasskey({ token }));
  const accepted = await post("link/passkey", { token, response });
  expect(accepted.status).toBe(200);
  const proof = () =>
    visitor()
      .staff.passkeyOptions({})
      .then((options) => phone.get(options, { userHandle: staffId }));
  const signedIn = await post("sign-in/passkey", { response: await proof() });
  expect(await signedIn.json()).toMatchObject({ name: "Shalini Ravi" });
  expect(await newSignInLink(email)).toBe("");
  expect(institute.mails.at(-1)).toMatchObject({ to: email, subject: "You sign in with a passkey" });
  const stranger = await newAuthenticator().get(await visitor().staff.passkeyOptions({}));
  await expect(visitor().staff.passkeySignIn({ response: stranger })).rejects.toMatchObject({
    code: "PASSKEY_REFUSED",
  });
  await institute.db.update(staff).set({ closedAt: testDay }).where(eq(staff.id, staffId));
  await expect(visitor().staff.passkeySignIn({ response: await proof() })).rejects.toMatchObject({
    code: "STAFF_CLOSED",
  });
});

test("a proof for one purpose or person is none for another", async () => {
  institute.deps.publicUrl = "http://localhost:3000";
  const [me, other] = [await newStaff(institute, ["owner"]), await newStaff(institute, ["owner"])];
  const [mine, theirs] = [newAuthenticator(), newAuthenticator()];
  await me.staff.addPasskey({ response: mine.create(await me.staff.newPasskey({})) });
  await other.staff.addPasskey({ response: theirs.create(await other.staff.newPasskey({})) });
  const refused = { code: "PASSKEY_REFUSED" };
  const forSignIn = mine.get(await visitor().staff.passkeyOptions({}));
  await expect(me.staff.provePasskey({ response: forSignIn })).rejects.toMatchObject(refused);
  const byOther = theirs.get(await me.staff.proveOptions({}));
  await expect(me.staff.provePasskey({ response: byOther })).rejects.toMatchObject(refused);
  expect((await me.staff.provePasskey({ response: mine.get(await me.staff.proveOptions({})) })).staffId).toBe(
    me.person.id,
  );
});

test("a session ends after twelve hours, and by signing out", async () => {
  const { browser } = await withAuthenticator();
  later(staffSessionMs - 1);
  expect((await browser.staff.me({})).name).toBe("Joel Antony");
  later(staffSessionMs);
  await expect(browser.staff.me({})).rejects.toMatchObject({ code: "STAFF_ONLY" });
  later(0);
  await browser.staff.signOut({});
  await expect(browser.staff.me({})).rejects.toMatchObject({ code: "STAFF_ONLY" });
});

test("a demonstration can be entered in its roles, and nothing else can", async () => {
  const { demoRoles } = await visitor().staff.entrance({});
  expect(demoRoles).toEqual(expect.arrayContaining(["owner", "front desk", "counsellor", "trainer", "accountant"]));
  const browser = browserOf(institute, await post("entrance/demo", { role: "front desk" }));
  expect(await browser.staff.me({})).toMatchObject({ name: "Prakash Immanuel", roles: ["front desk"] });
  await institute.db.delete(staff).where(eq(staff.email, "kamala@shoreline.example"));
  await expect(visitor().staff.enterDemo({ role: "accountant" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
