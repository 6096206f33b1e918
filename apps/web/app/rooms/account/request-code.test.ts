import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { requestCode } from "./request-code.ts";

const phone = { countryCode: "+91", mobileNumber: "9876543210" };
const sent = { message: "We have sent you a code.", resendInSeconds: 60 };
const check = {
  salt: "abc.1.3000",
  challenge: createHash("sha256").update("abc.1.3000:2345").digest("hex"),
  max: 3000,
  signature: "signed",
};

test("the browser names itself, and a check is solved before the code is asked for again", async () => {
  localStorage.setItem("device", "my-browser");
  const { inputsOf } = startFakeApi({
    account: {
      sendCode: (input) => (input.check === "abc.1.3000~2345~signed" ? sent : new Refused("CHECK_NEEDED")),
      check: () => check,
    },
  });
  expect(await requestCode(phone)).toEqual(sent);
  expect(inputsOf("account.sendCode")).toEqual([
    { ...phone, device: "my-browser" },
    { ...phone, device: "my-browser", check: "abc.1.3000~2345~signed" },
  ]);
  localStorage.clear();
});

test("any other refusal is passed on", async () => {
  const { sent: calls } = startFakeApi({ account: { sendCode: () => new Refused("CODE_TOO_SOON") } });
  await expect(requestCode(phone)).rejects.toMatchObject({ code: "CODE_TOO_SOON" });
  expect(calls).toHaveLength(1);
});
