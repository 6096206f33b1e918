import { mostPushDevices } from "@shoreline/domain/push";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";

const Notification = z.object({
  _id: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string().nullable().describe("A path on this site"),
  sentAt: z.string(),
  isRead: z.boolean(),
});

const pushEndpoint = z.string().max(1000).url("This is not an address");
const Devices = z.object({
  devices: z.array(
    z.object({
      deviceId: z.string(),
      device: z.string().describe("Chrome on Android"),
      addedAt: z.iso.datetime(),
      isThis: z.boolean(),
    }),
  ),
});
export type PushDevice = z.infer<typeof Devices>["devices"][number];

const raw = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const thanks = z.object({ message: z.string() });

export const notification = {
  list: endpoint({
    summary: "Your notifications, newest first, at most 100",
    input: z.object({}),
    reply: z.object({ notifications: z.array(Notification), unread: z.int() }),
    signedIn: true,
  }),
  markRead: endpoint({
    summary: "Mark one notification as read, or all of them",
    input: z.object({ notificationId: z.string().max(100).optional() }),
    reply: z.object({ unread: z.int() }),
    refusals: ["UNKNOWN_NOTIFICATION"],
    signedIn: true,
  }),
  pushKey: endpoint({
    summary: "The key with which a browser subscribes to our notifications",
    input: z.object({}),
    reply: z.object({ publicKey: z.string() }),
    signedIn: true,
  }),
  devices: endpoint({
    summary: "The browsers in which you get notifications as they come",
    input: z.object({ endpoint: pushEndpoint.optional().describe("Of this browser, to know it in the list") }),
    reply: Devices,
    signedIn: true,
  }),
  subscribe: endpoint({
    summary: `Get notifications in this browser until you sign out there; at most ${mostPushDevices}, then the oldest goes`,
    input: z.object({
      endpoint: pushEndpoint,
      p256dh: z.string().regex(/^[\w-]{87}=?$/, "This is not a key of a browser"),
      auth: z.string().regex(/^[\w-]{22}(==)?$/, "This is not a key of a browser"),
    }),
    reply: Devices,
    refusals: ["PUSH_ADDRESS_NOT_ALLOWED"],
    signedIn: true,
    limit: { points: 100, seconds: 3600 },
  }),
  unsubscribe: endpoint({
    summary: "No notifications in one of your browsers any more. One that is gone already is no error",
    input: z.object({ endpoint: pushEndpoint.optional(), deviceId: z.uuid().optional() }),
    reply: Devices,
    signedIn: true,
  }),
  smsReport: endpoint({
    summary: "For the SMS provider only: delivery reports, at a secret address",
    input: z.object({ raw, secret: z.string().max(200) }),
    reply: thanks,
    refusals: ["NOT_FOUND"],
    takesRawBody: {},
  }),
  whatsappReport: endpoint({
    summary: "For WhatsApp only: what became of messages, signed over the raw body",
    input: z.object({ raw, signature: z.string().max(200).optional() }),
    reply: thanks,
    refusals: ["BAD_SIGNATURE", "NOT_FOUND"],
    takesRawBody: { signature: "x-hub-signature-256" },
  }),
  whatsappChallenge: endpoint({
    summary: "For WhatsApp only: confirms the address of its reports",
    input: z.object({
      "hub.mode": z.literal("subscribe"),
      "hub.verify_token": z.string().max(200),
      "hub.challenge": z.string().regex(/^\w{1,100}$/),
    }),
    reply: FileReply,
    refusals: ["NOT_FOUND"],
    sends: "text/plain",
  }),
};
