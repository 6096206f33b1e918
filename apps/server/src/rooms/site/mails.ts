import { eventKinds } from "@shoreline/domain/security-event";
import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";

/** Every mail to staff says this. */
export const whyStaff = "You get this mail because this is the contact address of your website.";

/** Comes before what only that person understands. */
export const forOperator = "For the person who runs your website:";

export const securityAlarm = defineMail("security-alarm", {
  data: { event: z.enum(eventKinds), count: z.int() },
  sample: { event: "code refused", count: 120 },
  write({ event, count }) {
    const often = count > 1 ? `${count} times in an hour` : "just now";
    return {
      subject: `Security: ${event}, ${often}`,
      heading: `Security: ${event}`,
      parts: [
        { paragraph: `The security log of your website shows "${event}", ${often}.` },
        { paragraph: "The person who runs your website can list the newest events on the server:" },
        { program: "npm run events" },
        { paragraph: "If you do not know why this happened, please ask that person to look into it." },
      ],
      why: whyStaff,
    };
  },
});

export const parkedJobs = defineMail("parked-jobs", {
  data: { jobs: z.array(z.object({ name: z.string(), count: z.int(), lastError: z.string() })) },
  sample: {
    jobs: [
      { name: "mail.write", count: 2, lastError: "Mail not sent: 451 Try again later" },
      { name: "invoice.remove-file", count: 1, lastError: "The file store does not answer." },
    ],
  },
  write({ jobs }) {
    const count = jobs.reduce((sum, job) => sum + job.count, 0);
    const tasks = count === 1 ? "1 task" : `${count} tasks`;
    return {
      subject: `Your website could not finish ${tasks}`,
      parts: [
        {
          paragraph: `Some work is waiting, such as a mail that could not be sent: your website has tried for days and could not finish ${tasks}. Nothing is lost. Please forward this mail to the person who runs your website.`,
        },
        { note: `${forOperator} these jobs failed as often as they may.` },
        { list: jobs.map(({ name, count, lastError }) => `${count} x ${name}: ${lastError.slice(0, 200)}`) },
        { note: "This lists them on the server:" },
        { program: "npm run jobs -- list" },
        { note: "When the cause is fixed, this tries them again:" },
        { program: "npm run jobs -- retry all" },
      ],
      why: whyStaff,
    };
  },
});
