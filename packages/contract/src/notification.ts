import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const Notification = z.object({
  _id: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string().nullable().describe("A path on this site"),
  sentAt: z.string(),
  isRead: z.boolean(),
});

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
};
