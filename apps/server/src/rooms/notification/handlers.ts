import { Refusal } from "@shoreline/contract";
import type { Handlers } from "../../context.ts";
import { addDevice, listDevices, removeDevice } from "./devices.ts";
import { readPushKeys } from "./push-keys.ts";
import { countUnread, listNotifications, markRead } from "./queries.ts";
import { takeReports } from "./reports.ts";

export const notificationHandlers: Handlers<"notification"> = {
  async list({ db, learner }) {
    const rows = await listNotifications(db, { learnerId: learner.id });
    const notifications = rows.map(({ id, title, text, link, sentAt, readAt }) => ({
      _id: id,
      title,
      text,
      link,
      sentAt: sentAt.toISOString(),
      isRead: readAt !== null,
    }));
    return { notifications, unread: rows[0]?.unread ?? 0 };
  },

  async markRead({ db, clock, learner }, { notificationId }) {
    const isKnown = await markRead(db, { learnerId: learner.id, id: notificationId, now: clock.now() });
    if (!isKnown) throw new Refusal("UNKNOWN_NOTIFICATION");
    return { unread: await countUnread(db, learner.id) };
  },

  async pushKey({ db, clock }) {
    return { publicKey: (await readPushKeys(db, clock.now())).publicKey };
  },
  devices: listDevices,
  async subscribe(ctx, given) {
    await addDevice(ctx, given);
    return listDevices(ctx, given);
  },
  async unsubscribe(ctx, given) {
    await removeDevice(ctx, given);
    return listDevices(ctx, {});
  },

  async smsReport(ctx, { raw, secret }) {
    await takeReports(ctx, "sms", { raw, proof: secret });
    return { message: "Thank you." };
  },

  async whatsappReport(ctx, { raw, signature }) {
    await takeReports(ctx, "whatsapp", { raw, proof: signature });
    return { message: "Thank you." };
  },

  async whatsappChallenge({ whatsapp }, query) {
    if (!whatsapp?.isVerifyToken?.(query["hub.verify_token"])) throw new Refusal("NOT_FOUND");
    return { bytes: Buffer.from(query["hub.challenge"]), name: "challenge.txt" };
  },
};
