import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { meetingsDemo } from "./demo.ts";
import { meetingsHandlers } from "./handlers.ts";
import { keepMeetings } from "./jobs.ts";
import { joinMeeting } from "./join.ts";
import { bringUpToDate } from "./keep.ts";
import { forgetStrangers, storeReports, takeReport } from "./report.ts";
import { watchMeetings } from "./watch.ts";

export const meetings = defineRoom({
  name: "meetings",
  handlers: meetingsHandlers,
  demo: meetingsDemo,
  classMeetings: { join: joinMeeting, takeReport },
  jobs: [
    handles(keepMeetings, async (ctx) => {
      await bringUpToDate(ctx);
      await storeReports(ctx, await watchMeetings(ctx));
    }),
  ],
  cron: [{ job: keepMeetings, at: "* * * * *", isAlone: true }],
  tidy: forgetStrangers,
});
