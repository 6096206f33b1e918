import { sql } from "drizzle-orm";
import { eraseWhere } from "../../db/erase-where.ts";
import { sentMessage } from "../../db/tables/notification.ts";
import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { reportChange, reportSignIn, welcomeLearner } from "../account/jobs.ts";
import { notifyOfChange } from "./account-change.ts";
import { addFromJob } from "./add.ts";
import { deliverMessage, sendInstead } from "./deliver.ts";
import { notificationHandlers } from "./handlers.ts";
import { messageInstead, notifyLearner, sendMessage } from "./jobs.ts";
import { accountChange, newSignIn, noticesUsedUp, welcomeMail } from "./mails.ts";
import { notifyOfSignIn } from "./new-sign-in.ts";
import { welcome } from "./welcome.ts";

export const notification = defineRoom({
  name: "notification",
  handlers: notificationHandlers,
  mails: [welcomeMail, newSignIn, accountChange, noticesUsedUp],
  jobs: [
    handles(notifyLearner, addFromJob),
    handles(welcomeLearner, welcome),
    handles(reportSignIn, notifyOfSignIn),
    handles(reportChange, notifyOfChange),
    handles(sendMessage, deliverMessage),
    handles(messageInstead, sendInstead),
  ],
  personal: [{ table: "sent_message", number: sql`number`, erase: "delete" }],
  tidy: ({ db, clock }) =>
    eraseWhere(
      db,
      sentMessage,
      sql`${sentMessage.sentAt} < ${clock.now().toISOString()}::timestamptz - interval '90 days'`,
    ),
});
