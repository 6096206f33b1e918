import { inspect } from "node:util";
import { afterAll, beforeEach, expect, test } from "vitest";
import { MessageRefused } from "../ports.ts";
import { signedStatuses, startWhatsapp } from "../test/whatsapp-cloud.ts";
import { whatsappCloud } from "./whatsapp.ts";

const numberId = "123456789012345";
const provider = await startWhatsapp({
  token: "s3cret-token",
  numberId,
  templates: { class_reminder: { language: "en", slots: 2 } },
});
afterAll(provider.close);
beforeEach(() => provider.setMood("works"));

const account = {
  token: "s3cret-token",
  numberId,
  appSecret: "app-secret",
  verifyToken: "verify-token-12345",
  baseUrl: provider.url,
};
const message = {
  to: "+919876543210",
  template: "class-reminder",
  text: "unused",
  values: { course: "Python", when: "today at 6:30 PM" },
  registered: { id: "class_reminder", language: "en" },
};

test("a message names the template, its language and its values in order, and returns the provider's id", async () => {
  const { providerId } = await whatsappCloud(account).send(message);
  expect(provider.sent.at(-1)).toEqual({
    id: providerId,
    to: "919876543210",
    name: "class_reminder",
    values: ["Python", "today at 6:30 PM"],
  });
});

test.each([
  ["a wrong token", { ...account, token: "other" }, message, "190"],
  ["an unknown template", account, { ...message, registered: { id: "nothing", language: "en" } }, "132001"],
  ["another language", account, { ...message, registered: { id: "class_reminder", language: "ta" } }, "132001"],
  ["a missing value", account, { ...message, values: { course: "Python" } }, "132000"],
])("%s is a refusal with the provider's code, without number, token or values", async (_, used, sent, code) => {
  const error = await whatsappCloud(used)
    .send(sent)
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(MessageRefused);
  expect(error.message).toContain(code);
  expect(inspect(error, { depth: 9 })).not.toMatch(/9876543210|s3cret|6:30/);
});

test("a number without WhatsApp is a refusal", async () => {
  provider.setMood("no such user");
  await expect(whatsappCloud(account).send(message)).rejects.toBeInstanceOf(MessageRefused);
});

test.each(["busy", "hangs"] as const)("a provider that is %s may be tried again", async (mood) => {
  provider.setMood(mood);
  const error = await whatsappCloud({ ...account, timeoutInMs: 200 })
    .send(message)
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(MessageRefused);
});

const read = (body: string, signature: string | undefined) =>
  whatsappCloud(account).readReports?.(Buffer.from(body), signature);

test("statuses are read from a body with the right signature", () => {
  const { body, signature } = signedStatuses(
    [
      { id: "wamid.1", status: "sent" },
      { id: "wamid.2", status: "delivered" },
      { id: "wamid.3", status: "read" },
      { id: "wamid.4", status: "failed", errors: [{ code: 131026, title: "Message undeliverable" }] },
      { id: "wamid.5", status: "warming up" },
      { id: "wamid.6", status: "constructor" },
    ],
    "app-secret",
  );
  expect(read(body, signature)).toEqual([
    { providerId: "wamid.1", state: "accepted", reason: null },
    { providerId: "wamid.2", state: "delivered", reason: null },
    { providerId: "wamid.3", state: "read", reason: null },
    { providerId: "wamid.4", state: "failed", reason: "131026 Message undeliverable" },
  ]);
});

test("a wrong, missing or foreign signature, or a changed body, reads nothing", () => {
  const { body, signature } = signedStatuses([{ id: "wamid.1", status: "sent" }], "app-secret");
  for (const wrong of [undefined, "", "sha256=", signature.replace("sha256=", ""), `${signature}0`])
    expect(read(body, wrong)).toBeNull();
  expect(read(body, signedStatuses([{ id: "wamid.1", status: "sent" }], "other").signature)).toBeNull();
  expect(read(`${body} `, signature)).toBeNull();
});

test("calls about other things than statuses have no reports", () => {
  const { body, signature } = signedStatuses([], "app-secret");
  expect(read(body, signature)).toEqual([]);
});

test("only the agreed token opens a subscription", () => {
  const { isVerifyToken } = whatsappCloud(account);
  expect([isVerifyToken?.("verify-token-12345"), isVerifyToken?.("verify-token-12346"), isVerifyToken?.("")]).toEqual([
    true,
    false,
    false,
  ]);
});
