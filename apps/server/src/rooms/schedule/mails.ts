import type { NoticeChannel } from "@shoreline/domain/account";
import { type ClassNoticeKind, endsAt } from "@shoreline/domain/schedule";
import { wallTime } from "@shoreline/domain/zone";
import { z } from "zod";
import { formatMoment, formatMoney, formatSoon, formatTime } from "../../format.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { defineMail, type MailContext } from "../../mail/kind.ts";
import { cut, mailTo } from "../../mail/parts.ts";
import { type MailJob, mailOf } from "../../mail.ts";
import { whyLearner } from "../account/mails.ts";
import type { LearnerRow } from "../account/queries.ts";
import type { notifyLearner } from "../notification/jobs.ts";
import { whyStaff } from "../site/mails.ts";
import type { ClassRow } from "./queries.ts";

const lesson = { topic: z.string(), trainerName: z.string(), startsAt: z.iso.datetime() };
const about = { firstName: z.string(), courseId: z.string(), courseName: z.string(), ...lesson };
type About = z.infer<z.ZodObject<typeof about>>;

const sampleLesson = {
  topic: "Lists, loops and the things in between",
  trainerName: "Meera Krishnan",
  startsAt: "2026-11-16T03:30:00.000Z",
};
const sample = { firstName: "Asha", courseId: "python", courseName: "Python", ...sampleLesson };

export const classReminder = defineMail("class-reminder", {
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
function describeLater({ topic, trainerName, startsAt }: Later, { institute }: Pick<MailContext, "institute">) {
  return `${formatTime(new Date(startsAt), institute)}: ${topic}, with ${trainerName}.`;
}

export const classMoved = defineMail("class-moved", {
  data: { ...about, before: z.iso.datetime() },
  sample: { ...sample, before: "2026-11-15T03:30:00.000Z" },
  write({ before, ...data }, context) {
    const planned = formatMoment(new Date(before), context.institute);
    const opening = `A class of ${data.courseName} has a new time. It was planned for ${planned}.`;
    return {
      subject: subjectOf(data, "a class has a new time"),
      heading: "Your class has a new time",
      ...bodyOf(data, context, { opening, closing: howToJoin }),
    };
  },
});

export const classCancelled = defineMail("class-cancelled", {
  data: about,
  sample,
  write(data, context) {
    return {
      subject: subjectOf(data, "a class is cancelled"),
      heading: "Your class is cancelled",
      ...bodyOf(data, context, {
        opening: `We are sorry: a class of ${data.courseName} is cancelled.`,
        timeLabel: "Planned for",
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

type BodyWords = { opening: string; closing: string; timeLabel?: string; next?: string };

function bodyOf(data: About, { institute, publicUrl }: MailContext, words: BodyWords) {
  const { firstName, topic, trainerName, startsAt } = data;
  return {
    parts: [
      { greeting: firstName },
      { paragraph: words.opening },
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
function untilClass(
  startsAt: Date,
  { institute, now }: Pick<MailContext, "institute" | "now">,
  laterAt: Date[] = [],
): string {
  const next = laterAt.map((at) => `, the next at ${formatTime(at, institute)}`).join("");
  const soon = formatSoon(startsAt, now);
  if (soon === "now") return `has started${next}`;
  const { timeZone } = institute;
  const isToday = wallTime(startsAt, timeZone).day === wallTime(now, timeZone).day;
  const later = `${isToday ? "today" : "tomorrow"} at ${formatTime(startsAt, { timeZone })}`;
  return `is ${soon ?? later}${next}`;
}

/** `firstClass` is null while the batch has no dates yet; `paper` is the invoice or receipt, if there is one. */
export const purchaseConfirmed = defineMail("purchase-confirmed", {
  data: {
    firstName: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    batch: z.string(),
    amountInPaise: z.int(),
    paper: z.object({ name: z.enum(["Invoice", "Receipt"]), number: z.string() }).nullable(),
    firstClass: z.object(lesson).nullable(),
  },
  sample: {
    firstName: "Asha",
    courseId: "python",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    amountInPaise: 1_299_900,
    paper: { name: "Invoice", number: "SA/2026-27/00042" },
    firstClass: sampleLesson,
  },
  write({ firstName, courseName, courseId, batch, amountInPaise, paper, firstClass }, { institute, publicUrl }) {
    const first = firstClass && formatMoment(new Date(firstClass.startsAt), institute);
    const calendar =
      "A calendar file with your classes is attached; the calendar link in your schedule keeps itself up to date.";
    const noDates =
      "The dates of this batch are not fixed yet. They will appear in your schedule, and we will write to you before your first class.";
    return {
      subject: firstClass ? `${courseName}: your place is confirmed` : `${courseName}: you are enrolled`,
      heading: firstClass ? "Your place is confirmed" : "You are enrolled",
      preview: first ? `Your first class: ${first}.` : noDates,
      parts: [
        { greeting: firstName },
        {
          paragraph: `You have enrolled in ${courseName}, ${batch}. ${firstClass ? "We look forward to your first class." : noDates}`,
        },
        {
          facts: {
            Course: courseName,
            Batch: batch,
            "First class": first ?? "not fixed yet",
            Topic: firstClass?.topic ?? "",
            Trainer: firstClass?.trainerName ?? "",
            Paid: amountInPaise > 0 ? formatMoney({ amountInPaise, currency: "INR" }) : "",
          },
        },
        { button: "Open your schedule", url: `${publicUrl}${pathOf({ courseId })}` },
        ...(firstClass ? [{ note: calendar }] : []),
        ...(paper
          ? [
              { note: `${paper.name} ${paper.number} is attached.` },
              {
                link: `Download your ${paper.name.toLowerCase()} again`,
                url: `${publicUrl}/dashboard/purchasehistory`,
              },
            ]
          : []),
      ],
      why: whyLearner(institute),
    };
  },
});

/** To staff: somebody has bought a course, and no batch has a place. */
export const learnerWaits = defineMail("learner-waits", {
  data: {
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    courseId: z.string(),
    courseName: z.string(),
    batch: z.string(),
    purchasedAt: z.iso.datetime(),
  },
  sample: {
    name: "Asha Raman",
    email: "asha@example.com",
    mobile: "+91 9876543210",
    courseId: "python",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    purchasedAt: "2026-11-15T06:30:00.000Z",
  },
  write({ name, email, mobile, courseId, courseName, batch, purchasedAt }, { institute }) {
    return {
      subject: `A learner waits for a batch: ${courseName}`,
      heading: `${name} waits for a batch`,
      preview: `${courseName}, ${batch}`,
      parts: [
        {
          paragraph: `${name} has bought ${courseName}, but no batch at this time has a free place. As soon as you plan one, ${name} gets a place in it.`,
        },
        {
          facts: {
            Course: courseName,
            Batch: batch,
            Bought: formatMoment(new Date(purchasedAt), institute),
            Name: name,
            Mobile: mobile,
            "E-mail": email,
          },
        },
        { paragraph: "The person who runs your website can see who waits, and plan a batch, on the server:" },
        { program: `npm run batch -- list ${courseId}` },
        { button: "Write to the learner", url: mailTo(email) },
      ],
      why: `${whyStaff} If you reply, your answer goes to the learner.`,
      replyTo: email,
    };
  },
});

export type ClassMessage = {
  kind: ClassNoticeKind;
  liveClass: ClassRow;
  courseId: string;
  courseName: string;
  /** Of the same day, in a reminder. */
  later: ClassRow[];
  who: Pick<LearnerRow, "id" | "firstName" | "email" | "countryCode" | "mobileNumber" | "noticeChannel">;
  /** The old start of a moved class. */
  before: Date | undefined;
};

export type MessageContext = MailContext & {
  /** How notices can reach a number with this country code. */
  channelsOf(countryCode: string): NoticeChannel[];
};

export function classNotice(message: ClassMessage, context: MessageContext): PayloadOf<typeof notifyLearner> {
  const { liveClass, later, who } = message;
  const when = formatMoment(liveClass.startsAt, context.institute);
  const lines = [`${liveClass.topic}, with ${liveClass.trainerName}. ${when}`];
  return {
    learnerId: who.id,
    title: titleOf(message, context),
    text: [...lines, ...later.map((one) => describeLater(one, context))].join(" Then "),
    link: pathOf(message),
  };
}

export function classMail({ kind, liveClass, later, courseId, courseName, who, before }: ClassMessage): MailJob {
  const { topic, trainerName, startsAt } = liveClass;
  const data = { firstName: who.firstName, courseId, courseName, topic, trainerName, startsAt: startsAt.toISOString() };
  const delivery = { to: who.email, until: endsAt(liveClass).toISOString() };
  if (kind === "cancelled") return mailOf(classCancelled, { ...delivery, data });
  if (kind === "moved")
    return mailOf(classMoved, { ...delivery, data: { ...data, before: (before ?? startsAt).toISOString() } });
  const toLesson = (one: ClassRow) => ({
    topic: one.topic,
    trainerName: one.trainerName,
    startsAt: one.startsAt.toISOString(),
  });
  return mailOf(classReminder, { ...delivery, data: { ...data, later: later.map(toLesson) } });
}

function titleOf({ kind, courseName, liveClass, later }: ClassMessage, context: MessageContext): string {
  if (kind === "moved") return `${courseName}: a class has a new time`;
  if (kind === "cancelled") return `${courseName}: a class is cancelled`;
  return `${courseName}: your class ${untilClass(
    liveClass.startsAt,
    context,
    later.map(({ startsAt }) => startsAt),
  )}`;
}

function pathOf({ courseId }: { courseId: string }): string {
  return `/dashboard/schedule/${encodeURIComponent(courseId)}`;
}
