import { maxCodeAttempts } from "@shoreline/domain/account";
import { expect, test } from "vitest";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { codeFor, newLearner } from "../../test/learner.ts";

const institute = await testInstitute();
const visitor = () => institute.visitor();
const minute = 60_000;
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));

type Me = Awaited<ReturnType<typeof newLearner>>;

/** A code that was not sent. */
const wrong = (...codes: string[]) => ["111111", "222222", "333333"].find((code) => !codes.includes(code)) ?? "";

async function useUpTries({ mobileNumber }: Me, code: string, known: { device?: string } = {}) {
  for (let n = 0; n < maxCodeAttempts; n++)
    await expect(visitor().account.verifyCode({ mobileNumber, code, ...known })).rejects.toMatchObject({ status: 401 });
}

test("a stranger's wrong tries do not use up those of a browser that the learner has signed in with", async () => {
  const me = await newLearner(institute);
  const { mobileNumber, device } = me;
  later(2 * minute);
  await visitor().account.sendCode({ mobileNumber, device });
  const code = codeFor(institute, mobileNumber);
  await useUpTries(me, wrong(code));
  await expect(visitor().account.verifyCode({ mobileNumber, code })).rejects.toMatchObject({ code: "CODE_EXPIRED" });
  await expect(visitor().account.verifyCode({ mobileNumber, code, device: "invented" })).rejects.toMatchObject({
    code: "CODE_EXPIRED",
  });
  expect((await visitor().account.verifyCode({ mobileNumber, code, device })).ticket).toBeTruthy();
  later(0);
});

test("a known browser has five tries too, so a code stands at most ten", async () => {
  const me = await newLearner(institute);
  const { mobileNumber, device } = me;
  later(2 * minute);
  await visitor().account.sendCode({ mobileNumber, device });
  const code = codeFor(institute, mobileNumber);
  await useUpTries(me, wrong(code), { device });
  await expect(visitor().account.verifyCode({ mobileNumber, code, device })).rejects.toMatchObject({ status: 401 });
  await useUpTries(me, wrong(code));
  await expect(visitor().account.verifyCode({ mobileNumber, code })).rejects.toMatchObject({ status: 401 });
  later(0);
});

test("a stranger who asks for a code neither makes the learner wait nor replaces the learner's code", async () => {
  const { mobileNumber, device } = await newLearner(institute);
  later(2 * minute);
  await visitor().account.sendCode({ mobileNumber });
  const strangers = codeFor(institute, mobileNumber);
  await visitor().account.sendCode({ mobileNumber, device });
  const mine = codeFor(institute, mobileNumber);
  await expect(visitor().account.sendCode({ mobileNumber, device })).rejects.toMatchObject({ code: "CODE_TOO_SOON" });
  await expect(visitor().account.sendCode({ mobileNumber })).rejects.toMatchObject({ code: "CODE_TOO_SOON" });
  later(4 * minute);
  await visitor().account.sendCode({ mobileNumber });
  const newer = codeFor(institute, mobileNumber);
  expect((await visitor().account.verifyCode({ mobileNumber, code: mine, device })).ticket).toBeTruthy();
  // Two messages arrived: the learner may have typed the other one.
  expect((await visitor().account.verifyCode({ mobileNumber, code: newer, device })).ticket).toBeTruthy();
  if (strangers !== newer && strangers !== mine)
    await expect(visitor().account.verifyCode({ mobileNumber, code: strangers, device })).rejects.toMatchObject({
      code: "CODE_EXPIRED",
    });
  later(0);
});

test("a client that asks with its device and verifies without it still gets in, once", async () => {
  const { mobileNumber, device } = await newLearner(institute);
  later(2 * minute);
  await visitor().account.sendCode({ mobileNumber, device });
  const code = codeFor(institute, mobileNumber);
  await visitor().account.verifyCode({ mobileNumber, code });
  await expect(visitor().account.verifyCode({ mobileNumber, code, device })).rejects.toMatchObject({
    code: "CODE_EXPIRED",
  });
  later(0);
});

test("another learner's browser is a stranger: it has no tries of its own", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  const { mobileNumber } = me;
  later(2 * minute);
  await visitor().account.sendCode({ mobileNumber });
  const code = codeFor(institute, mobileNumber);
  await useUpTries(me, wrong(code));
  await expect(visitor().account.verifyCode({ mobileNumber, code, device: other.device })).rejects.toMatchObject({
    code: "CODE_LOCKED",
  });
  later(0);
});

test("an address that guesses all the time has no tries left when the holder's code comes to a new browser", async () => {
  const { mobileNumber } = await newLearner(institute);
  later(2 * minute);
  const guesser = visitor();
  const guess = () => guesser.account.verifyCode({ mobileNumber, code: "000000" }).catch(({ code }) => code);
  for (let n = 0; n < 12; n++) await guess();
  expect(await guess()).toBe("TOO_MANY_REQUESTS");
  const owner = visitor();
  await owner.account.sendCode({ mobileNumber });
  for (let n = 0; n < 6; n++) await guess();
  const { ticket } = await owner.account.verifyCode({ mobileNumber, code: codeFor(institute, mobileNumber) });
  expect(ticket).toBeTruthy();
  later(0);
});
