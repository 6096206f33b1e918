import { z } from "zod";
import { defineJob, type PayloadOf } from "../../jobs/job.ts";
import { sendMail } from "../../mail.ts";
import { noticeTemplates } from "../../messages/templates.ts";

/** A notification in the learner's portal; `link` is a path of the site. */
export const notifyLearner = defineJob("notification.add", {
  learnerId: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
});

/** The same notification in one browser of the learner. */
export const sendPush = defineJob("push.send", {
  subscriptionId: z.string(),
  notificationId: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  /** Not sent after this time. */
  until: z.iso.datetime(),
});

const message = {
  channel: z.enum(["sms", "whatsapp"]),
  /** With country code. */
  to: z.string(),
  template: z.enum(noticeTemplates),
  values: z.record(z.string(), z.string()),
  /** A provider that does not answer is tried until then; later the message goes another way. */
  tryUntil: z.iso.datetime(),
  /** The message is not sent after this time, because it would come too late. */
  until: z.iso.datetime(),
  /** How else the news may reach the learner, when this message does not. */
  instead: z.object({ sms: z.boolean(), mail: sendMail.payload.optional() }),
};

export const sendMessage = defineJob("message.send", message);
export type MessageJob = PayloadOf<typeof sendMessage>;

/** Sends a message another way if it has failed. */
export const messageInstead = defineJob("message.instead", { sentId: z.string(), message: z.object(message) });
export const insteadKey = (sentId: string) => `message-instead-${sentId}`;

/** Bundles what is new into notifications. */
export const digestNotifications = defineJob("digest.tell", {});

/** The daily mail, once it is time for it. */
export const digestMails = defineJob("digest.mail", {});
