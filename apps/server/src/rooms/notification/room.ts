import { lt, sql } from "drizzle-orm";
import { eraseWhere } from "../../db/erase-where.ts";
import { digestItem } from "../../db/tables/digest.ts";
import { notification as notificationTable, sentMail, sentMessage } from "../../db/tables/notification.ts";
import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { reportChange, reportSignIn, welcomeLearner } from "../account/jobs.ts";
import { notifyOfChange } from "./account-change.ts";
import { addFromJob } from "./add.ts";
import { deliverMessage, sendInstead } from "./deliver.ts";
import { mailDigests } from "./digest-mail.ts";
import { learnerDigest, staffDigest } from "./digest-mails.ts";
import { tellDigests } from "./digest-tell.ts";
import { notificationHandlers } from "./handlers.ts";
import { digestMails, digestNotifications, messageInstead, notifyLearner, sendMessage, sendPush } from "./jobs.ts";
import { accountChange, newSignIn, noticesUsedUp, welcomeMail } from "./mails.ts";
import { notifyOfSignIn } from "./new-sign-in.ts";
import { deliverPush } from "./push.ts";
import { readPushKeys } from "./push-keys.ts";
import { welcome } from "./welcome.ts";

const dayInMs = 86_400_000;

export const notification = defineRoom({
  name: "notification",
  handlers: notificationHandlers,
  mails: [welcomeMail, newSignIn, accountChange, noticesUsedUp, learnerDigest, staffDigest],
  jobs: [
    handles(notifyLearner, addFromJob),
    handles(welcomeLearner, welcome),
    handles(reportSignIn, notifyOfSignIn),
    handles(reportChange, notifyOfChange),
    handles(sendMessage, deliverMessage),
    handles(messageInstead, sendInstead),
    handles(sendPush, deliverPush),
    handles(digestNotifications, tellDigests),
    handles(digestMails, mailDigests),
  ],
  cron: [
    { job: digestNotifications, at: "*/5 * * * *", isAlone: true },
    { job: digestMails, at: "2,17,32,47 * * * *", isAlone: true },
  ],
  personal: [{ table: "sent_message", number: sql`number`, erase: "delete" }],
  warm: async ({ db, clock }) => void (await readPushKeys(db, clock.now())),
  async tidy({ db, clock }) {
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayInMs);
    await eraseWhere(db, sentMessage, lt(sentMessage.sentAt, daysAgo(90)));
    await eraseWhere(db, sentMail, lt(sentMail.sentAt, daysAgo(90)));
    await eraseWhere(db, digestItem, lt(digestItem.at, daysAgo(30)));
    // The portal shows the newest hundred.
    await eraseWhere(db, notificationTable, lt(notificationTable.sentAt, daysAgo(365)));
  },
});
