import { keyScopes, webhookEvents } from "@shoreline/domain/connection";
import { campaignFields } from "@shoreline/domain/first-visit";
import { leadStatuses } from "@shoreline/domain/inbox";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Details, Lead } from "./inbox-shapes.ts";
import { Done, nothing, StaffName, version } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const owners = { staff: "change connections" as const };

const ApiKey = z.object({
  keyId: z.string(),
  name: z.string(),
  begin: z.string().describe("How the key begins, to recognise it"),
  scopes: z.array(z.enum(keyScopes)),
  madeBy: z.string().nullable(),
  madeAt: moment,
  usedAt: moment.nullable(),
  revokedAt: moment.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;
const Keys = z.object({ keys: z.array(ApiKey).describe("Those in use first, then the newest") });

const Webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isOn: z.boolean(),
  addedAt: moment,
  waiting: z.int(),
  isRetrying: z.boolean().describe("Something waits after a failed try"),
  failed: z.int().describe("Given up in the last 30 days"),
  version: z.int(),
});
export type Webhook = z.infer<typeof Webhook>;
const Webhooks = z.object({ webhooks: z.array(Webhook) });
const webhookId = z.uuid("Choose one from the list");

const Delivery = z.object({
  deliveryId: z.string(),
  event: z.enum([...webhookEvents, "test"]),
  at: moment,
  state: z.enum(["waiting", "delivered", "failed"]),
  tries: z.int(),
  nextTryAt: moment.nullable(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof Delivery>;
const Deliveries = z.object({ deliveries: z.array(Delivery), next: z.string().nullable() });

const LeadOfOthers = Lead.pick({
  leadId: true,
  name: true,
  email: true,
  number: true,
  status: true,
  source: true,
  interest: true,
  tags: true,
  cameAt: true,
  lastAt: true,
}).extend({ campaign: z.record(z.string(), z.string()) });

/** Keys for other programs, and notifications to them. */
export const connection = {
  keys: endpoint({ summary: "Keys for other programs", input: nothing, reply: Keys, ...owners }),
  makeKey: endpoint({
    summary: "Make a key. It is shown once: only its hash is kept",
    input: z.object({
      name: StaffName,
      scopes: z
        .array(z.enum(keyScopes, "Choose from the list"))
        .min(1, "Choose what the key may do")
        .max(keyScopes.length),
    }),
    reply: Keys.extend({ key: z.string() }),
    refusals: ["TOO_MANY_KEYS"],
    ...owners,
    needsFreshProof: true,
  }),
  revokeKey: endpoint({
    summary: "Revoke a key: calls with it are refused at once",
    input: z.object({ keyId: z.uuid() }),
    reply: Keys,
    refusals: ["UNKNOWN_KEY"],
    ...owners,
  }),
  webhooks: endpoint({
    summary: "Addresses that are notified of what happens",
    input: nothing,
    reply: Webhooks,
    ...owners,
  }),
  saveWebhook: endpoint({
    summary: "Add or change an address that is notified",
    input: z.object({
      webhookId: webhookId.optional(),
      url: z.string().trim().max(500, "Use at most 500 characters").url("Enter an address that begins with https://"),
      events: z
        .array(z.enum(webhookEvents, "Choose from the list"))
        .min(1, "Choose at least one event")
        .max(webhookEvents.length),
      isOn: z.boolean(),
      version: version.optional(),
    }),
    reply: Webhooks,
    refusals: ["UNKNOWN_WEBHOOK", "CHANGED_MEANWHILE", "TOO_MANY_WEBHOOKS", "ADDRESS_NOT_ALLOWED"],
    ...owners,
    needsFreshProof: true,
  }),
  removeWebhook: endpoint({
    summary: "Remove an address with its deliveries",
    input: z.object({ webhookId }),
    reply: Webhooks,
    refusals: ["UNKNOWN_WEBHOOK"],
    ...owners,
  }),
  webhookSecret: endpoint({
    summary: "The secret that signs every delivery, as standardwebhooks.com says",
    input: z.object({ webhookId }),
    reply: z.object({ secret: z.string() }),
    refusals: ["UNKNOWN_WEBHOOK"],
    ...owners,
    needsFreshProof: true,
  }),
  testWebhook: endpoint({
    summary: "Send a test event now",
    input: z.object({ webhookId }),
    reply: Deliveries,
    refusals: ["UNKNOWN_WEBHOOK"],
    ...owners,
    limit: { points: 30, seconds: 600 },
  }),
  deliveries: endpoint({
    summary: "What was sent to an address, the newest first, 50 at a time; kept for 30 days",
    input: z.object({ webhookId, after: z.string().max(200).optional() }),
    reply: Deliveries,
    refusals: ["UNKNOWN_WEBHOOK"],
    ...owners,
  }),
  deliverAgain: endpoint({
    summary: "Send an event again, with its old id",
    input: z.object({ deliveryId: z.uuid() }),
    reply: Done,
    refusals: ["UNKNOWN_DELIVERY"],
    ...owners,
    limit: { points: 60, seconds: 600 },
  }),
  addLead: endpoint({
    summary: "Add a lead from another program; a known number or address gets a line in its history",
    input: z.object({
      ...Details,
      email: Details.email.optional(),
      number: Details.number.optional(),
      interest: z.string().trim().max(100, "Use at most 100 characters").optional(),
      text: z.string().trim().max(2000, "Use at most 2,000 characters").optional(),
      page: z.string().trim().max(300, "Use at most 300 characters").optional(),
      campaign: z.partialRecord(z.enum(campaignFields), z.string().trim().max(200)).optional(),
      reference: z
        .string()
        .trim()
        .min(1)
        .max(100, "Use at most 100 characters")
        .optional()
        .describe("Your own id of this lead: the same one again adds nothing"),
    }),
    reply: z.object({
      leadId: z.string(),
      isNew: z.boolean().describe("False: this person was known, or this call came before"),
    }),
    key: "add leads",
    limit: { points: 600, seconds: 600 },
  }),
  readLeads: endpoint({
    summary: "Leads, those who wrote last first, 100 at a time",
    input: z.object({
      status: z.enum(leadStatuses, "Choose a status").optional(),
      after: z.string().max(1000).optional().describe("`next` of the page before"),
    }),
    reply: z.object({ leads: z.array(LeadOfOthers), next: z.string().nullable() }),
    key: "read leads",
    limit: { points: 600, seconds: 600 },
  }),
};
