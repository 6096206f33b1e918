import { Refusal } from "@shoreline/contract";
import type { Handlers } from "../../context.ts";
import { countUnread, listNotifications, markRead } from "./queries.ts";

export const notificationHandlers: Handlers<"notification"> = {
  async list({ db, learner }) {
    const [rows, unread] = await Promise.all([
      listNotifications(db, { learnerId: learner.id }),
      countUnread(db, learner.id),
    ]);
    const notifications = rows.map(({ id, title, text, link, sentAt, readAt }) => ({
      _id: id,
      title,
      text,
      link,
      sentAt: sentAt.toISOString(),
      isRead: readAt !== null,
    }));
    return { notifications, unread };
  },

  async markRead({ db, clock, learner }, { notificationId }) {
    const isKnown = await markRead(db, { learnerId: learner.id, id: notificationId, now: clock.now() });
    if (!isKnown) throw new Refusal("UNKNOWN_NOTIFICATION");
    return { unread: await countUnread(db, learner.id) };
  },
};
