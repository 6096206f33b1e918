import { batch, liveClass } from "../../db/tables/schedule.ts";
import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { confirmPurchase } from "../enrolment/jobs.ts";
import { classesChangedMail, trainerChanged } from "./change-mails.ts";
import { notifyOfChanges } from "./change-notices.ts";
import { classCancelled, classMoved, classReminder } from "./class-mails.ts";
import { confirmPlace } from "./confirm.ts";
import { linkCourses } from "./course-links.ts";
import { scheduleDemo } from "./demo.ts";
import { attachClasses } from "./feed.ts";
import { scheduleHandlers } from "./handlers.ts";
import { batchPlanned, classChanged, classesChanged, remindOfClasses, reportWaiting } from "./jobs.ts";
import { forgetOldNews, notifyOfChange, sendReminders } from "./notices.ts";
import { placeFound, purchaseConfirmed } from "./purchase-mails.ts";
import { scheduleChecks } from "./shapes.ts";
import { learnerAsks, learnerWaits } from "./staff-mails.ts";
import { mailWaiting } from "./waiting.ts";
import { announceBatch } from "./wishes.ts";

export const schedule = defineRoom({
  name: "schedule",
  handlers: scheduleHandlers,
  demo: scheduleDemo,
  records: scheduleChecks,
  publicTables: [batch, liveClass],
  linkCourses,
  mails: [
    purchaseConfirmed,
    placeFound,
    learnerWaits,
    classReminder,
    classMoved,
    classCancelled,
    classesChangedMail,
    trainerChanged,
    learnerAsks,
  ],
  attachments: { classes: attachClasses },
  jobs: [
    handles(confirmPurchase, (ctx, { purchaseId }) => confirmPlace(ctx, purchaseId)),
    handles(reportWaiting, (ctx, { purchaseId }) => mailWaiting(ctx, purchaseId)),
    handles(remindOfClasses, sendReminders),
    handles(classChanged, notifyOfChange),
    handles(classesChanged, notifyOfChanges),
    handles(batchPlanned, (ctx, { batchId }) => announceBatch(ctx, batchId)),
  ],
  cron: [{ job: remindOfClasses, at: "*/5 * * * *" }],
  tidy: ({ db, clock }) => forgetOldNews(db, clock.now()),
});
