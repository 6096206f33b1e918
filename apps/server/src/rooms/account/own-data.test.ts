import { expect, test } from "vitest";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { codeFor, form, newLearner, ticketFor, withToken } from "../../test/learner.ts";

const institute = await testInstitute();
const visitor = () => institute.visitor();
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));
const minute = 60_000;

test("a learner edits the profile, but not the number; invalid fields and unknown pictures are refused", async () => {
  const me = await newLearner(institute);
  const edited = await me.account.edit({ ...form, lastName: "", firstName: "Kav" });
  expect(edited).toMatchObject({ firstName: "Kav", lastName: "", email: form.email });
  expect((await me.account.read({})).mobileNumber).toBe(me.mobileNumber);
  await expect(me.account.edit({ ...form, firstName: "K" })).rejects.toMatchObject({
    fields: { firstName: "Invalid name" },
  });
  for (const profilePicture of ["https://elsewhere.example/x.png", "/media/user/../../etc.webp", "javascript:alert(1)"])
    await expect(me.account.edit({ ...form, profilePicture })).rejects.toMatchObject({
      fields: { profilePicture: expect.any(String) },
    });
});

test("an edit changes only the fields that it contains", async () => {
  const me = await newLearner(institute, { gender: "female", occupation: "working", state: "Kerala" });
  const before = await me.account.read({});
  expect(await me.account.edit({ firstName: "Kavitha" })).toEqual({ ...before, firstName: "Kavitha" });
  expect((await me.account.edit({ companyOrSchool: "Shore Works" })).instOrOrg).toBe("Shore Works");
});

test.each(["a\u202eb", "\u3164\u3164\u3164", "Kav\u0007ya"])(
  "a name with invisible characters (%j) is refused",
  async (firstName) => {
    const me = await newLearner(institute);
    await expect(me.account.edit({ firstName })).rejects.toMatchObject({ fields: { firstName: expect.any(String) } });
  },
);

test("the export contains all data about the learner and nothing about others", async () => {
  const me = await newLearner(institute, { email: "export@example.com" });
  const other = await newLearner(institute, { email: "other@example.com" });
  const lead = { enquiryFor: "Python course", fullName: "Kavya Raman", query: "When?" };
  await me.lead.contact({ ...lead, email: "export@example.com", mobileNumber: me.mobileNumber });
  await me.lead.contact({ ...lead, email: "export@example.com", mobileNumber: other.mobileNumber });
  await institute.runJobs();
  await expect(me.account.export({ ticket: "guessed" })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  const theirs = await ticketFor(institute, other.mobileNumber);
  await expect(me.account.export({ ticket: theirs })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  const mine = await ticketFor(institute, me.mobileNumber);
  const file = await me.account.export({ ticket: mine });
  await expect(me.account.export({ ticket: mine })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  expect(file.name).toBe("my-data.json");
  const exported = JSON.parse(Buffer.from(file.bytes).toString());
  expect(exported.profile).toMatchObject({ email: "export@example.com", mobileNumber: me.mobileNumber });
  expect(exported.session).toHaveLength(1);
  expect(exported.notification).toMatchObject([{ title: "Welcome, Kavya" }]);
  expect(exported.contact_enquiry).toHaveLength(1);
  expect(JSON.stringify(exported)).not.toContain(other.mobileNumber);
  expect(JSON.stringify(exported)).not.toMatch(/hash/);
});

test("the export of a learner abroad has nothing of an Indian number with the same digits and mail", async () => {
  const me = await newLearner(institute, { email: "same@example.com" });
  const lead = { enquiryFor: "Python course", fullName: "Kavya Raman", query: "When?" };
  await me.lead.contact({ ...lead, email: "same@example.com", mobileNumber: me.mobileNumber });
  const phone = { countryCode: "+1", mobileNumber: me.mobileNumber };
  await visitor().account.sendCode(phone);
  const { ticket } = await visitor().account.verifyCode({ ...phone, code: codeFor(institute, `+1${me.mobileNumber}`) });
  const { token } = await visitor().account.create({ ...form, email: "same@example.com", ...phone, ticket });
  await visitor().account.sendCode(phone);
  const code = codeFor(institute, `+1${me.mobileNumber}`);
  const fresh = await visitor().account.verifyCode({ ...phone, code });
  const { bytes } = await withToken(institute, token).account.export(fresh);
  expect(JSON.parse(Buffer.from(bytes).toString())).not.toHaveProperty("contact_enquiry");
});

test("a change of the mail address is reported to the old and the new address, another change to nobody", async () => {
  const me = await newLearner(institute, { email: "old@example.com" });
  await institute.runJobs();
  institute.mails.length = 0;
  await me.account.edit({ firstName: "Kavitha", email: "old@example.com" });
  await institute.runJobs();
  expect(institute.mails).toEqual([]);
  await me.account.edit({ email: "new@example.com", ticket: await ticketFor(institute, me.mobileNumber) });
  await institute.runJobs();
  expect(institute.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ["new@example.com", "Your e-mail address was changed"],
    ["old@example.com", "Your e-mail address was changed"],
  ]);
  expect(institute.mails[0]?.text).toContain("from old@example.com to new@example.com");
});

test("another mail address needs a fresh proof of the learner's own number, which works once", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  later(2 * minute);
  const change = { firstName: "Kavitha", email: "elsewhere@example.com" };
  await expect(me.account.edit(change)).rejects.toMatchObject({ status: 403, code: "PROOF_REQUIRED" });
  const theirs = await ticketFor(institute, other.mobileNumber);
  for (const ticket of [theirs, "guessed"])
    await expect(me.account.edit({ ...change, ticket })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  // A refused edit changes nothing, and an edit that leaves the mail as it is spends nothing.
  expect(await me.account.read({})).toMatchObject({ firstName: "Kavya", email: form.email });
  const ticket = await ticketFor(institute, me.mobileNumber);
  await me.account.edit({ firstName: "Kavitha", email: form.email, ticket });
  await expect(me.account.edit({ ...change, profilePicture: "/elsewhere.png", ticket })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  expect((await me.account.edit({ ...change, ticket })).email).toBe("elsewhere@example.com");
  await expect(me.account.edit({ email: "third@example.com", ticket })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  later(0);
});

test("a learner deletes the account only with a fresh proof of their own number", async () => {
  const me = await newLearner(institute);
  const other = await newLearner(institute);
  later(2 * minute);
  const theirs = await ticketFor(institute, other.mobileNumber);
  await expect(me.account.remove({ ticket: theirs })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  await expect(me.account.remove({ ticket: "guessed" })).rejects.toMatchObject({ code: "DEAD_TICKET" });
  await me.account.remove({ ticket: await ticketFor(institute, me.mobileNumber) });
  await institute.runJobs();
  expect(institute.mails.filter(({ subject }) => subject === "Your account has been deleted")).toMatchObject([
    { to: form.email, text: expect.stringContaining("If you did not ask for this, please call us at once") },
  ]);
  await expect(me.account.read({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  later(4 * minute);
  const proof = await ticketFor(institute, me.mobileNumber);
  await expect(visitor().account.login({ mobileNumber: me.mobileNumber, ticket: proof })).rejects.toMatchObject({
    code: "UNKNOWN_NUMBER",
  });
  expect((await other.account.read({})).firstName).toBe("Kavya");
  later(0);
});

test("a class that changes its addresses at once does not use up the connections to the database", async () => {
  const learners = await Promise.all(Array.from({ length: 14 }, () => newLearner(institute)));
  later(2 * minute);
  const tickets = await Promise.all(learners.map(({ mobileNumber }) => ticketFor(institute, mobileNumber)));
  const changes = learners.map((me, n) => me.account.edit({ email: `new${n}@example.com`, ticket: tickets[n] ?? "" }));
  expect((await Promise.all(changes)).map(({ email }) => email)).toHaveLength(14);
  later(0);
});
