import { inspect } from "node:util";
import { afterAll, beforeEach, expect, test } from "vitest";
import { MessageRefused } from "../ports.ts";
import { reportForm, startMsg91 } from "../test/msg91.ts";
import { msg91 } from "./msg91.ts";

const templates = { "64a0f0": { text: "Your ##course## class is ##when##. Shoreline Academy" } };
const provider = await startMsg91({ key: "s3cret-key", templates });
afterAll(provider.close);
beforeEach(() => provider.setMood("works"));

const reportSecret = "an-address-nobody-guesses-1";
const account = { key: "s3cret-key", reportSecret, baseUrl: provider.url };
const sms = {
  to: "+919876543210",
  template: "class-reminder",
  text: "unused",
  values: { course: "Python", when: "today at 6:30 PM" },
  registered: { id: "64a0f0", sender: "SHRLNE" },
};

test("a message names the template and its values, and returns the provider's id", async () => {
  const { providerId } = await msg91(account).send(sms);
  expect(provider.sent.at(-1)).toEqual({
    id: providerId,
    to: "919876543210",
    text: "Your Python class is today at 6:30 PM. Shoreline Academy",
  });
});

test.each([
  ["a wrong key", { ...account, key: "other" }, sms],
  ["an unknown template", account, { ...sms, registered: { id: "nothing" } }],
  ["a template without an id", account, { ...sms, registered: {} }],
])("%s is a refusal without number, key or values", async (_, used, message) => {
  const error = await msg91(used)
    .send(message)
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(MessageRefused);
  expect(inspect(error, { depth: 9 })).not.toMatch(/9876543210|s3cret|6:30/);
});

test("an error with the status 200 is a refusal too", async () => {
  provider.setMood("no balance");
  await expect(msg91(account).send(sms)).rejects.toBeInstanceOf(MessageRefused);
});

test.each(["busy", "hangs"] as const)("a provider that is %s may be tried again", async (mood) => {
  provider.setMood(mood);
  const error = await msg91({ ...account, timeoutInMs: 200 })
    .send(sms)
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(MessageRefused);
});

const read = (body: string, secret: string | undefined = reportSecret) =>
  msg91(account).readReports?.(Buffer.from(body), secret);

test("reports are read only with the secret of their address", () => {
  const body = reportForm([{ id: "a1", status: "1" }]);
  expect(read(body)).toEqual([{ providerId: "a1", state: "delivered", reason: null }]);
  for (const secret of ["", "other", `${reportSecret}x`]) expect(read(body, secret)).toBeNull();
});

test("reports come as a form with a list, or one by one as JSON", () => {
  const form = reportForm([
    { id: "a1", status: "1", desc: "DELIVERED" },
    { id: "a2", status: "2", desc: "FAILED" },
    { id: "a3", status: "9" },
    { id: "a4", status: "16", desc: "Rejected by DLT" },
    { id: "a5", status: "99" },
  ]);
  expect(read(form)).toEqual([
    { providerId: "a1", state: "delivered", reason: null },
    { providerId: "a2", state: "failed", reason: "FAILED" },
    { providerId: "a3", state: "failed", reason: "number on the do-not-disturb list" },
    { providerId: "a4", state: "failed", reason: "Rejected by DLT" },
  ]);
  const number = "919876543210";
  expect(read(JSON.stringify({ requestId: "b1", number, status: 1, desc: "DELIVERED" }))).toMatchObject([
    { providerId: "b1", state: "delivered" },
  ]);
  const renewed = { requestId: "b2", telNum: number, status: "Failed", failureReason: "DLT_SCRUBBING_FAILED" };
  expect(read(JSON.stringify(renewed))).toEqual([
    { providerId: "b2", state: "failed", reason: "DLT_SCRUBBING_FAILED" },
  ]);
});

test.each(["", "{}", "[]", "null", "data=", "data=[1]", "data={}", '{"requestId":{}}', "\0\0", "%", "data=[[["])(
  "an unreadable body has no reports: %j",
  (body) => {
    expect(read(body)).toEqual([]);
  },
);
