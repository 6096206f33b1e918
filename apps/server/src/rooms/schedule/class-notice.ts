import type { NoticeChannel } from "@shoreline/domain/account";
import { type ClassNoticeKind, endsAt } from "@shoreline/domain/schedule";
import { formatMoment } from "../../format.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import type { MailContext } from "../../mail/kind.ts";
import { type MailJob, mailOf } from "../../mail.ts";
import type { LearnerRow } from "../account/queries.ts";
import type { notifyLearner } from "../notification/jobs.ts";
import { classCancelled, classMoved, classReminder, describeLater, pathOf, untilClass } from "./class-mails.ts";
import type { ClassRow } from "./queries.ts";

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
  /** What staff wrote about a change. */
  notes?: string[];
};

export type MessageContext = MailContext & {
  /** How notices can reach a number with this country code. */
  channelsOf(countryCode: string): NoticeChannel[];
};

export function classNotice(message: ClassMessage, context: MessageContext): PayloadOf<typeof notifyLearner> {
  const { liveClass, later, who, notes = [] } = message;
  const when = formatMoment(liveClass.startsAt, context.institute);
  const lines = [`${liveClass.topic}, with ${liveClass.trainerName}. ${when}`];
  return {
    learnerId: who.id,
    title: titleOf(message, context),
    text: [[...lines, ...later.map((one) => describeLater(one, context))].join(" Then "), ...notes].join(". "),
    link: pathOf(message),
  };
}

export function classMail({
  kind,
  liveClass,
  later,
  courseId,
  courseName,
  who,
  before,
  notes = [],
}: ClassMessage): MailJob {
  const { topic, trainerName, startsAt } = liveClass;
  const data = { firstName: who.firstName, courseId, courseName, topic, trainerName, startsAt: startsAt.toISOString() };
  const delivery = { to: who.email, until: endsAt(liveClass).toISOString() };
  if (kind === "cancelled") return mailOf(classCancelled, { ...delivery, data: { ...data, notes } });
  if (kind === "moved")
    return mailOf(classMoved, { ...delivery, data: { ...data, notes, before: (before ?? startsAt).toISOString() } });
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
