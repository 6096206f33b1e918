import { expect, test } from "vitest";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";

const institute = await testInstitute();
const { deps } = institute;

test("a learner chooses how class notices come; others keep theirs, and other edits do not change it", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  expect(await me.account.channels({})).toEqual({ channels: ["mail", "sms", "whatsapp"] });
  expect((await me.account.read({})).noticeChannel).toBe("mail");
  const { _id } = await other.account.read({});
  await me.account.edit({ noticeChannel: "whatsapp", _id, mobileNumber: other.mobileNumber } as never);
  await me.account.edit({ lastName: "Nair" });
  expect((await me.account.read({})).noticeChannel).toBe("whatsapp");
  expect((await other.account.read({})).noticeChannel).toBe("mail");
});

test("only what the institute can use is offered and accepted; what is chosen already may stay", async () => {
  const me = await newLearner(institute);
  await me.account.edit({ noticeChannel: "sms" });
  const { sms, whatsapp } = deps;
  Object.assign(deps, { whatsapp: null, sms: { ...sms, needsId: true } });
  expect(await me.account.channels({})).toEqual({ channels: ["mail"] });
  await expect(me.account.edit({ noticeChannel: "whatsapp" })).rejects.toMatchObject({
    status: 400,
    fields: { noticeChannel: "We cannot reach you this way. Choose another." },
  });
  expect(await me.account.edit({ noticeChannel: "sms", lastName: "Nair" })).toMatchObject({ noticeChannel: "sms" });
  Object.assign(deps, { sms, whatsapp, smsCountries: ["+971"] });
  expect(await me.account.channels({})).toEqual({ channels: ["mail", "whatsapp"] });
  deps.smsCountries = null;
});

test("other channels do not exist", async () => {
  const me = await newLearner(institute);
  await expect(me.account.edit({ noticeChannel: "pigeon" as never })).rejects.toMatchObject({
    fields: { noticeChannel: expect.any(String) },
  });
});
