import { alarmsPerHour } from "@shoreline/domain/security-event";
import { expect, test } from "vitest";
import { securityEvent } from "./db/tables/house.ts";
import { recordEvent } from "./events.ts";
import { testInstitute } from "./test/institute.ts";
import { codeFor, newLearner, newNumber, ticketFor } from "./test/learner.ts";

const institute = await testInstitute();
const kinds = async () => (await institute.db.select().from(securityEvent)).map(({ kind }) => kind);
const alarms = () => institute.mails.filter(({ subject }) => subject.startsWith("Security: "));

test("the log has refused codes, new browsers, exports and forged payments, without anything personal", async () => {
  const me = await newLearner(institute);
  institute.setNow(new Date(institute.deps.clock.now().getTime() + 120_000));
  await me.account.export({ ticket: await ticketFor(institute, me.mobileNumber) });
  institute.setNow(new Date(institute.deps.clock.now().getTime() + 120_000));
  const ticket = await ticketFor(institute, me.mobileNumber);
  await institute.visitor().account.login({ mobileNumber: me.mobileNumber, ticket });
  const stranger = { countryCode: "+91", mobileNumber: newNumber() };
  await institute.visitor().account.sendCode(stranger);
  const code = codeFor(institute, `+91${stranger.mobileNumber}`) === "000000" ? "000001" : "000000";
  await expect(institute.visitor().account.verifyCode({ ...stranger, code })).rejects.toThrow();
  await institute.visitor().request("/api/payment/webhook", {
    method: "POST",
    headers: { "content-type": "application/json", "x-razorpay-signature": "0".repeat(64) },
    body: "{}",
  });
  expect(await kinds()).toEqual(["data exported", "new browser", "code refused", "payment forged"]);
  expect(JSON.stringify(await institute.db.select().from(securityEvent))).not.toContain(me.mobileNumber);
});

test("staff get one mail when an hour has unusually many events, and the log cannot be filled", async () => {
  await institute.runJobs();
  institute.mails.length = 0;
  for (let n = 0; n < 1100; n++) await recordEvent(institute.deps, "number changed");
  await institute.runJobs();
  expect(alarms()).toMatchObject([
    {
      to: "hello@shoreline.example",
      subject: `Security: number changed, ${alarmsPerHour["number changed"]} times in an hour`,
    },
  ]);
  expect((await kinds()).filter((kind) => kind === "number changed")).toHaveLength(1000);
});
