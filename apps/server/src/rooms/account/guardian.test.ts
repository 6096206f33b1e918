import { expect, test } from "vitest";
import { guardian } from "../../db/tables/account.ts";
import { institute as instituteTable } from "../../db/tables/site.ts";
import { testInstitute } from "../../test/institute.ts";
import { codeFor, newLearner, newNumber } from "../../test/learner.ts";
import { orderCourse, payAtGateway } from "../../test/paying.ts";

const institute = await testInstitute();
const { db } = institute;

async function askBelow(guardianBelowAge: number | null) {
  const [row] = await db.select().from(instituteTable);
  if (row) await db.update(instituteTable).set({ profile: { ...row.profile, guardianBelowAge } });
}

test("nobody is asked unless the institute says so, and no adult", async () => {
  const child = await newLearner(institute, { dateOfBirth: "2012-05-01" });
  expect(await child.account.guardian({})).toEqual({ isNeeded: false, fullName: null, number: null });
  expect(await orderCourse(child)).toMatchObject({ currency: "INR" });
  await askBelow(18);
  const adult = await newLearner(institute, { dateOfBirth: "2000-05-01" });
  expect(await adult.account.guardian({})).toMatchObject({ isNeeded: false });
  expect(await orderCourse(adult)).toMatchObject({ currency: "INR" });
});

test("a learner under 18 pays only after a guardian has confirmed by a code to their own number", async () => {
  await askBelow(18);
  const child = await newLearner(institute, { dateOfBirth: "2012-05-01" });
  await expect(orderCourse(child)).rejects.toMatchObject({ status: 403, code: "GUARDIAN_NEEDED" });
  const mobileNumber = newNumber();
  await child.account.sendGuardianCode({ mobileNumber });
  expect(institute.messages.at(-1)?.text).toMatch(
    /^\d{6} is your code to agree, as guardian, that Kavya Raman learns and pays/,
  );
  const named = { fullName: "Asha Raman", mobileNumber, code: codeFor(institute, `+91${mobileNumber}`) };
  const own = { ...named, mobileNumber: child.mobileNumber };
  await expect(child.account.setGuardian(own)).rejects.toMatchObject({ fields: { mobileNumber: expect.any(String) } });
  await expect(child.account.setGuardian({ ...named, countryCode: "+971" })).rejects.toMatchObject({
    code: "CODE_EXPIRED",
  });
  await expect(child.account.setGuardian({ ...named, fullName: "<b>" })).rejects.toMatchObject({
    fields: { fullName: "Invalid name" },
  });
  expect(await child.account.setGuardian(named)).toEqual({
    isNeeded: false,
    fullName: "Asha Raman",
    number: `+91${mobileNumber}`,
  });
  expect(await orderCourse(child)).toMatchObject({ currency: "INR" });
  expect(await db.select().from(guardian)).toMatchObject([
    { consentedTo: expect.stringMatching(/^privacy-policy \d/) },
  ]);
});

test("the guardian's code names a guardian for one learner and does nothing else; a sign-in code names nobody", async () => {
  await askBelow(18);
  const [child, other] = [
    await newLearner(institute, { dateOfBirth: "2012-05-01" }),
    await newLearner(institute, { dateOfBirth: "2012-05-01" }),
  ];
  const mobileNumber = newNumber();
  await child.account.sendGuardianCode({ mobileNumber });
  const code = codeFor(institute, `+91${mobileNumber}`);
  const named = { fullName: "Asha Raman", mobileNumber, code };
  for (const who of [child, institute.visitor()])
    await expect(who.account.verifyCode({ mobileNumber, code })).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  await expect(other.account.setGuardian(named)).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  await child.account.setGuardian(named);
  await expect(child.account.setGuardian(named)).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  await expect(orderCourse(other)).rejects.toMatchObject({ code: "GUARDIAN_NEEDED" });

  await other.account.sendCode({ mobileNumber });
  const signInCode = codeFor(institute, `+91${mobileNumber}`);
  await expect(other.account.setGuardian({ ...named, code: signInCode })).rejects.toMatchObject({
    code: "CODE_EXPIRED",
  });
});

test("a learner under 18 does not get round the guardian by an order without a session, or by growing older", async () => {
  await askBelow(18);
  const child = await newLearner(institute, { dateOfBirth: "2012-05-01" });
  const { price } = await child.course.read({ courseId: "sql" });
  const { order_id } = await institute.visitor().payment.order({ amount: price * 100 });
  const proof = await payAtGateway(institute, order_id);
  const choice = { batchTime: "1-2", batchType: "week-end" } as const;
  await expect(child.enrolment.buy({ courseId: "sql", ...choice, ...proof })).rejects.toMatchObject({
    code: "GUARDIAN_NEEDED",
  });
  await expect(child.account.edit({ dateOfBirth: "1990-01-01" })).rejects.toMatchObject({
    fields: { dateOfBirth: "Please call us to correct your date of birth" },
  });
  expect(await child.account.edit({ dateOfBirth: "2012-05-02" })).toMatchObject({ dateOfBirth: "2012-05-02" });
});
