import { wallTime } from "@shoreline/domain/zone";
import { z } from "zod";
import { formatMoment, formatSoon, formatTime } from "../../format.ts";
import { defineMail, type MailContext } from "../../mail/kind.ts";
import { cut } from "../../mail/parts.ts";
import { whyLearner } from "../account/mails.ts";

/** A class as mails tell of it. */
export const lesson = { topic: z.string(), trainerName: z.string(), startsAt: z.iso.datetime() };
const about = { firstName: z.string(), courseId: z.string(), courseName: z.string(), ...lesson };
type About = z.infer<z.ZodObject<typeof about>>;

export const sampleLesson = {
  topic: "Lists, loops and the things in between",
  trainerName: "Meera Krishnan",
  startsAt: "2026-11-16T03:30:00.000Z",
};
const sample = { firstName: "Asha", courseId: "python", courseName: "Python", ...sampleLesson };

export const classReminder = defineMail("class-reminder", {
  isKept: true,
  // Mails that were enqueued before an update have no later classes.
  data: { ...about, later: z.array(z.object(lesson)).default([]) },
  sample: {
    ...sample,
    later: [{ topic: "Functions", trainerName: "Meera Krishnan", startsAt: "2026-11-16T04:30:00.000Z" }],
  },
  write({ later, ...data }, context) {
    const laterAt = later.map(({ startsAt }) => new Date(startsAt));
    const when = untilClass(new Date(data.startsAt), context);
    const times = untilClass(new Date(data.startsAt), context, laterAt);
    const words = { opening: `Your next class of ${data.courseName} ${times}.`, closing: howToJoin };
    return {
      subject: subjectOf(data, `your class ${when}`),
      heading: `Your class ${times}`,
      ...bodyOf(data, context, { ...words, next: later.map((one) => describeLater(one, context)).join(" ") }),
    };
  },
});

type Later = Omit<z.infer<z.ZodObject<typeof lesson>>, "startsAt"> & { startsAt: string | Date };

/** A later class of the same day. */
export function describeLater({ topic, trainerName, startsAt }: Later, { institute }: Pick<MailContext, "institute">) {
  return `${formatTime(new Date(startsAt), institute)}: ${topic}, with ${trainerName}.`;
}

/** What staff wrote about a change. Mails that were enqueued before an update have none. */
const notes = z.array(z.string()).default([]);
const sampleNotes = ["The trainer is at a conference this week."];

export const classMoved = defineMail("class-moved", {
  isKept: true,
  data: { ...about, notes, before: z.iso.datetime() },
  sample: { ...sample, notes: sampleNotes, before: "2026-11-15T03:30:00.000Z" },
  write({ before, ...data }, context) {
    const planned = formatMoment(new Date(before), context.institute);
    const opening = `A class of ${data.courseName} has a new time. It was planned for ${planned}.`;
    return {
      subject: subjectOf(data, "a class has a new time"),
      heading: "Your class has a new time",
      ...bodyOf(data, context, { opening, closing: howToJoin, notes: data.notes }),
    };
  },
});

export const classCancelled = defineMail("class-cancelled", {
  isKept: true,
  data: { ...about, notes },
  sample: { ...sample, notes: sampleNotes },
  write(data, context) {
    return {
      subject: subjectOf(data, "a class is cancelled"),
      heading: "Your class is cancelled",
      ...bodyOf(data, context, {
        opening: `We are sorry: a class of ${data.courseName} is cancelled.`,
        timeLabel: "Planned for",
        notes: data.notes,
        closing: "You need not do anything. Your other classes take place as planned.",
      }),
    };
  },
});

const howToJoin = "Join from your schedule, from 15 minutes before the class.";

/** What has happened must be in the subject, however long the names around it are. */
function subjectOf({ courseName, topic }: About, news: string): string {
  return `${cut(courseName, 24)}: ${news}: ${topic}`;
}

type BodyWords = { opening: string; closing: string; timeLabel?: string; next?: string; notes?: string[] };

function bodyOf(data: About, { institute, publicUrl }: MailContext, words: BodyWords) {
  const { firstName, topic, trainerName, startsAt } = data;
  return {
    parts: [
      { greeting: firstName },
      { paragraph: words.opening },
      ...(words.notes ?? []).map((paragraph) => ({ paragraph })),
      {
        facts: {
          Topic: topic,
          Trainer: trainerName,
          [words.timeLabel ?? "When"]: formatMoment(new Date(startsAt), institute),
          Then: words.next ?? "",
        },
      },
      { button: "Open your schedule", url: `${publicUrl}${pathOf(data)}` },
      { note: words.closing },
    ],
    why: whyLearner(institute),
  };
}

/** The time left when the reminder is sent, which may be later than planned. */
export function untilClass(
  startsAt: Date,
  { institute, now }: Pick<MailContext, "institute" | "now">,
  laterAt: Date[] = [],
): string {
  const next = laterAt.map((at) => `, the next at ${formatTime(at, institute)}`).join("");
  const soon = formatSoon(startsAt, now);
  if (soon) return soon === "now" ? `has started${next}` : `is ${soon}${next}`;
  const { timeZone } = institute;
  const isToday = wallTime(startsAt, timeZone).day === wallTime(now, timeZone).day;
  return `is ${isToday ? "today" : "tomorrow"} at ${formatTime(startsAt, { timeZone })}${next}`;
}

export function pathOf({ courseId }: { courseId: string }): string {
  return `/dashboard/schedule/${encodeURIComponent(courseId)}`;
}
