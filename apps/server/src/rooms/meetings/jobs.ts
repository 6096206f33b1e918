import { defineJob } from "../../jobs/job.ts";

/** Makes, moves and ends the meetings of classes, and counts who is in them. */
export const keepMeetings = defineJob("meeting.keep", {});
