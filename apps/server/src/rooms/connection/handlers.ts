import type { Handlers } from "../../context.ts";
import { deliverAgain, listDeliveries, testWebhook } from "./deliveries.ts";
import { addLead, readLeads } from "./leads.ts";
import { listKeys, makeKey, revokeKey } from "./make-keys.ts";
import { listWebhooks, removeWebhook, saveWebhook, showSecret } from "./webhooks.ts";

export const connectionHandlers: Handlers<"connection"> = {
  async keys(ctx) {
    return { keys: await listKeys(ctx) };
  },
  async makeKey(ctx, given) {
    const key = await makeKey(ctx, given);
    return { key, keys: await listKeys(ctx) };
  },
  async revokeKey(ctx, { keyId }) {
    await revokeKey(ctx, keyId);
    return { keys: await listKeys(ctx) };
  },
  async webhooks(ctx) {
    return { webhooks: await listWebhooks(ctx) };
  },
  async saveWebhook(ctx, written) {
    await saveWebhook(ctx, written);
    return { webhooks: await listWebhooks(ctx) };
  },
  async removeWebhook(ctx, { webhookId }) {
    await removeWebhook(ctx, webhookId);
    return { webhooks: await listWebhooks(ctx) };
  },
  async webhookSecret(ctx, { webhookId }) {
    return { secret: await showSecret(ctx, webhookId) };
  },
  testWebhook: (ctx, { webhookId }) => testWebhook(ctx, webhookId),
  deliveries: listDeliveries,
  async deliverAgain(ctx, { deliveryId }) {
    return { message: await deliverAgain(ctx, deliveryId) };
  },
  addLead,
  readLeads,
};
