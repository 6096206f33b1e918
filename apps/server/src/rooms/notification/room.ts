import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { reportChange, reportSignIn, welcomeLearner } from "../account/jobs.ts";
import { notifyOfChange } from "./account-change.ts";
import { addFromJob } from "./add.ts";
import { notificationHandlers } from "./handlers.ts";
import { notifyLearner } from "./jobs.ts";
import { notifyOfSignIn } from "./new-sign-in.ts";
import { welcome } from "./welcome.ts";

export const notification = defineRoom({
  name: "notification",
  handlers: notificationHandlers,
  jobs: [
    handles(notifyLearner, addFromJob),
    handles(welcomeLearner, welcome),
    handles(reportSignIn, notifyOfSignIn),
    handles(reportChange, notifyOfChange),
  ],
});
