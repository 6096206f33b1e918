import { type ApiKey, errors, type Webhook, type WebhookDelivery } from "@shoreline/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { exampleCall } from "./connection-words.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const website: ApiKey = {
  keyId: "k1",
  name: "Website",
  begin: "key_AbCdEf",
  scopes: ["add leads"],
  madeBy: "Anitha Devan",
  madeAt: "2026-11-01T05:00:00.000Z",
  usedAt: null,
  revokedAt: null,
};
const crm: Webhook = {
  webhookId: "w1",
  url: "https://crm.example.com/hook",
  events: ["lead.created"],
  isOn: true,
  addedAt: "2026-11-01T05:00:00.000Z",
  waiting: 0,
  isRetrying: false,
  failed: 2,
  version: 4,
};
const failed: WebhookDelivery = {
  deliveryId: "d1",
  event: "lead.created",
  at: "2026-11-02T05:00:00.000Z",
  state: "failed",
  tries: 7,
  nextTryAt: null,
  status: 500,
  problem: "The address answered 500.",
  body: '{"type":"lead.created","data":{"name":"Asha Menon"}}',
};

function startConnections(given: { keys?: ApiKey[]; webhooks?: Webhook[]; mayNotSee?: boolean } = {}) {
  const stored = {
    keys: given.keys ?? [website],
    webhooks: given.webhooks ?? [crm],
    deliveries: [failed],
    newer: [] as WebhookDelivery[],
  };
  const api = startFakeApi({
    staff: { me: () => sampleMe() },
    meetings: { accounts: () => ({ accounts: [], without: 0 }) },
    connection: {
      keys: () => ({ keys: stored.keys }),
      makeKey: ({ name, scopes }) => {
        if (!name) return new Refused("INVALID_INPUT", { name: "Enter a name" });
        stored.keys = [{ ...website, keyId: "k2", name, scopes }, ...stored.keys];
        return { keys: stored.keys, key: "key_whole" };
      },
      revokeKey: ({ keyId }) => {
        const revokedAt = "2026-11-03T05:00:00.000Z";
        stored.keys = stored.keys.map((key) => (key.keyId === keyId ? { ...key, revokedAt } : key));
        return { keys: stored.keys };
      },
      webhooks: () => ({ webhooks: stored.webhooks }),
      saveWebhook: ({ webhookId = "w2", version = 0, url, events, isOn }) => {
        if (url.startsWith("http:")) return new Refused("ADDRESS_NOT_ALLOWED");
        const known = stored.webhooks.find((one) => one.webhookId === webhookId);
        if (known && known.version !== version) return new Refused("CHANGED_MEANWHILE");
        const others = stored.webhooks.filter((one) => one !== known);
        stored.webhooks = [...others, { ...crm, failed: 0, webhookId, url, events, isOn, version: version + 1 }];
        return { webhooks: stored.webhooks };
      },
      removeWebhook: () => ({ webhooks: [] }),
      webhookSecret: () => (given.mayNotSee ? new Refused("UNKNOWN_WEBHOOK") : { secret: "whsec_c2VjcmV0" }),
      deliveries: () => ({ deliveries: stored.deliveries, next: null }),
      testWebhook: () => {
        const sent = {
          ...failed,
          deliveryId: "d2",
          event: "test" as const,
          state: "delivered" as const,
          problem: null,
        };
        stored.deliveries = [{ ...sent, tries: 1, status: 204, body: '{"type":"test"}' }, ...stored.deliveries];
        stored.deliveries.unshift(...stored.newer);
        return { deliveries: stored.deliveries, next: null };
      },
      deliverAgain: ({ deliveryId }) => {
        stored.deliveries = stored.deliveries.map((one) =>
          one.deliveryId === deliveryId ? { ...one, state: "delivered" as const, problem: null, tries: 8 } : one,
        );
        return { message: "Delivered." };
      },
    },
  });
  return { api, stored };
}

const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("a new key is shown once with a call to try it, and is gone when the dialog is closed", async () => {
  const { api } = startConnections();
  openConsole("/staff/connections");
  await screen.findByText("Website");
  await userEvent.keyboard("c");
  const form = await dialog("New key");
  await userEvent.click(form.getByRole("button", { name: "Make the key" }));
  expect(await form.findByText("Enter a name")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Name"), "Sheet");
  await userEvent.click(form.getByLabelText(/Read leads/));
  await userEvent.click(form.getByRole("button", { name: "Make the key" }));
  const made = await dialog("Your new key");
  expect(made.getByText("key_whole")).toBeTruthy();
  expect(made.getByText(/curl .*\/api\/staff\/leads/).textContent).toContain("Bearer key_whole");
  await userEvent.click(made.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("key_whole")).toBeNull();
  expect(row("Sheet").getByText("Add leads, read leads")).toBeTruthy();
  expect(api.inputsOf("connection.makeKey").at(-1)).toEqual({ name: "Sheet", scopes: ["add leads", "read leads"] });
});

test("the example adds a lead, or reads them where the key may not add any", () => {
  const call = { origin: "https://shoreline.example", key: "k" };
  expect(exampleCall({ ...call, scopes: ["add leads"] })).toContain(`-d '{"name":"Asha Menon"`);
  expect(exampleCall({ ...call, scopes: ["read leads"] })).toBe(
    'curl https://shoreline.example/api/staff/leads \\\n  -H "authorization: Bearer k"',
  );
});

test("a key is revoked after a dialog says what will happen", async () => {
  const { api } = startConnections();
  openConsole("/staff/connections");
  await screen.findByText("Website");
  await press("More for Website");
  await press("Revoke the key");
  const form = await dialog("Revoke the key Website");
  expect(form.getByText(/every call with this key is refused/)).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: "Revoke the key" }));
  expect(await screen.findByText("The key Website is revoked.")).toBeTruthy();
  expect(row("Website").getByText(/Revoked/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "More for Website" })).toBeNull();
  expect(api.inputsOf("connection.revokeKey")).toEqual([{ keyId: "k1" }]);
});

test("who begins is told what keys and webhooks are for, and makes the first there", async () => {
  startConnections({ keys: [], webhooks: [] });
  openConsole("/staff/connections");
  expect(await screen.findByText(/A key lets another program in/)).toBeTruthy();
  await press("Make the first key");
  await userEvent.click((await dialog("New key")).getByRole("button", { name: "Close" }));
  expect(await screen.findByText(/A webhook tells another program/)).toBeTruthy();
  await press("Add the first webhook");
  expect(await dialog("New webhook")).toBeTruthy();
});

test("a list that does not load is asked for again, and the other one is there", async () => {
  const { stored } = startConnections();
  let isAway = true;
  startFakeApi({
    staff: { me: () => sampleMe() },
    connection: {
      keys: () => (isAway ? new Refused("NOT_ALLOWED") : { keys: stored.keys }),
      webhooks: () => ({ webhooks: stored.webhooks }),
    },
  });
  openConsole("/staff/connections");
  expect(await screen.findByText("The list of keys did not load.")).toBeTruthy();
  expect(await screen.findByRole("link", { name: "crm.example.com/hook" })).toBeTruthy();
  isAway = false;
  await press("Try again");
  expect(await screen.findByText("Website")).toBeTruthy();
});

test("a new webhook is opened, and its secret is asked for when somebody wants to see it", async () => {
  const { api } = startConnections({ webhooks: [] });
  const { addressNow } = openConsole("/staff/connections");
  await screen.findByText(/No webhook yet/);
  await press("New webhook");
  const form = await dialog("New webhook");
  await userEvent.type(form.getByLabelText("Address"), "http://sheet.example.com/");
  await userEvent.click(form.getByLabelText(/A certificate is issued/));
  await userEvent.click(form.getByRole("button", { name: "Save the webhook" }));
  expect(await form.findByText(/public address that begins with https/)).toBeTruthy();
  await userEvent.clear(form.getByLabelText("Address"));
  await userEvent.type(form.getByLabelText("Address"), "https://sheet.example.com/");
  await userEvent.click(form.getByRole("button", { name: "Save the webhook" }));
  const panel = within(await screen.findByRole("complementary", { name: "Webhook" }));
  expect(addressNow()).toBe("/staff/connections?webhook=w2");
  expect(api.inputsOf("connection.webhookSecret")).toEqual([]);
  await userEvent.click(panel.getByRole("button", { name: "Show the secret" }));
  expect(await panel.findByText("whsec_c2VjcmV0")).toBeTruthy();
  expect(api.inputsOf("connection.webhookSecret")).toEqual([{ webhookId: "w2" }]);
  await userEvent.click(panel.getByRole("button", { name: "Hide the secret" }));
  expect(panel.queryByText("whsec_c2VjcmV0")).toBeNull();
  expect(api.inputsOf("connection.saveWebhook").at(-1)).toEqual({
    ...{ url: "https://sheet.example.com/", events: ["lead.created", "certificate.issued"], isOn: true },
  });
});

test("a webhook that a colleague has changed meanwhile is shown beside one's own", async () => {
  const { api, stored } = startConnections();
  openConsole("/staff/connections");
  await screen.findByRole("link", { name: "crm.example.com/hook" });
  await press("More for crm.example.com/hook");
  await press("Change the webhook");
  const form = await dialog("Change a webhook");
  stored.webhooks = [{ ...crm, url: "https://new.example.com/", version: 5 }];
  await userEvent.click(form.getByLabelText(/^On/));
  await userEvent.click(form.getByRole("button", { name: "Save the webhook" }));
  const address = within(await form.findByRole("group", { name: "Address" }));
  await userEvent.click(address.getByLabelText(/Theirs/));
  expect(form.queryByRole("group", { name: "Events" })).toBeNull();
  await userEvent.click(form.getByRole("button", { name: "Save these" }));
  await screen.findByText("The webhook is saved.");
  expect(api.inputsOf("connection.saveWebhook").at(-1)).toMatchObject({
    ...{ webhookId: "w1", url: "https://new.example.com/", isOn: false, version: 5 },
  });
});

test("the panel says what failed and why; it is sent again, and a test is sent", async () => {
  const { api } = startConnections();
  openConsole("/staff/connections?webhook=w1");
  const panel = within(await screen.findByRole("complementary", { name: "Webhook" }));
  expect(await panel.findByText("The address answered 500.")).toBeTruthy();
  expect(panel.getByText("7 tries, answer 500")).toBeTruthy();
  expect(panel.getByText(/"name": "Asha Menon"/)).toBeTruthy();
  expect(row("crm.example.com").getByText(", something could not be delivered")).toBeTruthy();
  await userEvent.click(panel.getByRole("button", { name: "Send again" }));
  expect(await panel.findByText("Delivered.")).toBeTruthy();
  expect(await panel.findByText("Delivered")).toBeTruthy();
  await userEvent.click(panel.getByRole("button", { name: "Send a test" }));
  expect(await panel.findByText("The test was delivered.")).toBeTruthy();
  expect(await panel.findByText("1 try, answer 204")).toBeTruthy();
  expect(api.inputsOf("connection.deliverAgain")).toEqual([{ deliveryId: "d1" }]);
});

test("who may not see the secret is told why", async () => {
  startConnections({ mayNotSee: true });
  openConsole("/staff/connections?webhook=w1");
  const panel = within(await screen.findByRole("complementary", { name: "Webhook" }));
  await userEvent.click(panel.getByRole("button", { name: "Show the secret" }));
  expect(await panel.findByText(errors.UNKNOWN_WEBHOOK.text)).toBeTruthy();
});

test("a lead that fails during a test is not taken for the test", async () => {
  const { stored } = startConnections();
  openConsole("/staff/connections?webhook=w1");
  const panel = within(await screen.findByRole("complementary", { name: "Webhook" }));
  stored.newer = [{ ...failed, deliveryId: "d3" }];
  await userEvent.click(panel.getByRole("button", { name: "Send a test" }));
  expect(await panel.findByText("The test was delivered.")).toBeTruthy();
});

test("a webhook is removed after a question, and its panel closes", async () => {
  startConnections();
  const { addressNow } = openConsole("/staff/connections?webhook=w1");
  await screen.findByRole("complementary", { name: "Webhook" });
  await press("More for crm.example.com/hook");
  await press("Remove the webhook");
  const form = await dialog("Remove a webhook");
  await userEvent.click(form.getByRole("button", { name: "Remove the webhook" }));
  expect(await screen.findByText("The webhook to crm.example.com/hook is removed.")).toBeTruthy();
  expect(screen.queryByRole("complementary", { name: "Webhook" })).toBeNull();
  expect(addressNow()).toBe("/staff/connections");
});

test("a counsellor is told whose right it is", async () => {
  startFakeApi({ staff: { me: () => sampleMe({ roles: ["counsellor"] }) } });
  openConsole("/staff/connections");
  expect(await screen.findByText(/“Connections” is for the owner/)).toBeTruthy();
});
