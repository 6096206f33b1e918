import { dayAt } from "@shoreline/domain/batch";
import { z } from "zod";
import { formatBeside, formatBrief } from "../../format.ts";
import { defineMail, type MailContext } from "../../mail/kind.ts";
import { cut } from "../../mail/parts.ts";
import { whyLearner } from "../account/mails.ts";
import { whyStaff } from "../site/mails.ts";
import { lesson, pathOf, sampleLesson } from "./class-mails.ts";

/** A class as it is now, and what was before where that differs. */
const changedLesson = z.object({
  ...lesson,
  before: z.iso.datetime().nullable(),
  isCancelled: z.boolean(),
  /** The room at the campus; empty online. */
  room: z.string(),
});
export type ChangedLesson = z.infer<typeof changedLesson>;

const about = {
  courseId: z.string(),
  courseName: z.string(),
  news: z.string(),
  classes: z.array(changedLesson),
  /** How many more there are than the mail lists. */
  more: z.int(),
  notes: z.array(z.string()),
};
const sample = {
  courseId: "python",
  courseName: "Python",
  news: "12 classes have a new time",
  classes: [
    { ...sampleLesson, before: "2026-11-15T03:30:00.000Z", isCancelled: false, room: "" },
    { ...sampleLesson, startsAt: "2026-11-17T03:30:00.000Z", before: null, isCancelled: true, room: "" },
  ],
  more: 10,
  notes: ["The trainer is at a conference this week."],
};

/** One mail about a change of a batch, however many classes it concerns. */
export const classesChangedMail = defineMail("classes-changed", {
  isKept: true,
  data: { firstName: z.string(), ...about },
  sample: { firstName: "Asha", ...sample },
  write({ firstName, ...data }, context) {
    const { courseName, news, notes } = data;
    return {
      subject: `${cut(courseName, 40)}: ${news}`,
      heading: "Your timetable has changed",
      parts: [
        { greeting: firstName },
        { paragraph: `${courseName}: ${news}.` },
        ...notes.map((paragraph) => ({ paragraph })),
        { list: linesOf(data, context) },
        { button: "Open your schedule", url: `${context.publicUrl}${pathOf(data)}` },
        { note: "Your schedule shows all classes. A calendar that you have subscribed to changes by itself." },
      ],
      why: whyLearner(context.institute),
    };
  },
});

/** To the trainers whose classes they are, or were. */
export const trainerChanged = defineMail("trainer-classes-changed", {
  data: { ...about, name: z.string(), batchId: z.string() },
  sample: { name: "Meera Krishnan", batchId: "x", ...sample },
  write({ name, ...data }, context) {
    const { courseName, news, notes } = data;
    const [first] = data.classes;
    return {
      subject: `Timetable: ${cut(courseName, 40)}: ${news}`,
      heading: "Your timetable has changed",
      parts: [
        { greeting: name.split(" ")[0] ?? name },
        { paragraph: `${courseName}: ${news}.` },
        ...notes.map((paragraph) => ({ paragraph })),
        { list: linesOf(data, context) },
        {
          button: "Open the timetable",
          url: `${context.publicUrl}/staff/timetable${first ? `?day=${dayAt(new Date(first.startsAt), context.institute.timeZone)}` : ""}`,
        },
      ],
      why: whyStaff,
    };
  },
});

function linesOf({ classes, more }: { classes: ChangedLesson[]; more: number }, context: MailContext): string[] {
  const lines = classes.map((one) => describeChanged(one, context));
  return more > 0 ? [...lines, `And ${more} more.`] : lines;
}

/** Mon 16 Nov, 9:00 AM (was Sun 15 Nov, 9:00 AM): Lists, with Meera Krishnan. */
export function describeChanged(one: ChangedLesson, { institute }: Pick<MailContext, "institute">): string {
  const startsAt = new Date(one.startsAt);
  if (one.isCancelled) return `${formatBrief(startsAt, institute)}: ${one.topic} is cancelled.`;
  const before = new Date(one.before ?? one.startsAt);
  const when = formatBeside(startsAt, before, institute);
  const was = one.before ? ` (was ${formatBeside(before, startsAt, institute)})` : "";
  const who = one.trainerName ? `, with ${one.trainerName}` : "";
  const where = one.room ? `, in ${one.room}` : "";
  return `${when}${was}: ${one.topic}${who}${where}.`;
}
