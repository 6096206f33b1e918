import { formatBrief } from "../../format.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { type MailJob, mailOf } from "../../mail.ts";
import type { LearnerRow } from "../account/queries.ts";
import type { MessageJob, notifyLearner } from "../notification/jobs.ts";
import { type ChangedLesson, classesChangedMail, describeChanged } from "./change-mails.ts";
import type { BatchNews, ClassNews } from "./change-news.ts";
import { pathOf } from "./class-mails.ts";
import { type ClassMessage, classMail, classNotice, type MessageContext } from "./class-notice.ts";
import { routeNotice, routeTexts } from "./messages.ts";

type Told = { who: LearnerRow; change: BatchNews };
type Context = MessageContext & { seriesChannelsOf: MessageContext["channelsOf"] };
type Composed = { shown: PayloadOf<typeof notifyLearner>; mails: MailJob[]; texts: MessageJob[] };

/** The wording of a single class where one was moved or cancelled, else one for all of them. Notes do not go by text message. */
export function composeChange({ who, change }: Told, context: Context): Composed {
  const { courseId, courseName, notes, news } = change;
  const [first] = news;
  if (!first) throw new Error("A notice needs a class.");
  const { liveClass, before } = first;
  const kind = first.isCancelled ? "cancelled" : "moved";
  const isPlain = !first.hasOtherTrainer && !first.hasOtherRoom;
  if (news.length === 1 && isPlain) {
    const plain = { liveClass, courseId, courseName, later: [], who, before: before ?? undefined, notes };
    const message: ClassMessage = { kind, ...plain };
    return { shown: classNotice(message, context), ...routeNotice({ ...message, mail: classMail(message) }, context) };
  }
  const last = news.at(-1)?.liveClass.startsAt ?? liveClass.startsAt;
  const mail = mailOf(classesChangedMail, {
    to: who.email,
    until: new Date(last.getTime() + 3_600_000).toISOString(),
    data: { firstName: who.firstName, courseId, courseName, notes, ...listed(news) },
  });
  const shown = {
    ...{ learnerId: who.id, title: `${courseName}: ${newsText(news)}`, link: pathOf(change) },
    text: [
      describeChanged(toLesson(first), context),
      ...(news.length > 1 ? [`And ${news.length - 1} more.`] : []),
      ...notes,
    ].join(" "),
  };
  const values = {
    course: courseName,
    count: countText(news.length),
    when: formatBrief(liveClass.startsAt, context.institute),
  };
  const written = { kind, liveClass, who, mail, template: "classes-changed", values } as const;
  return { shown, ...routeTexts(written, { ...context, channelsOf: context.seriesChannelsOf }) };
}

const mostListed = 12;

/** What mails list of the classes of a change: cancelled ones first, so that they are not cut off. */
export function listed(news: ClassNews[]) {
  const [cancelled, others] = partition(news);
  return {
    news: newsText(news),
    classes: [...cancelled, ...others].slice(0, mostListed).map(toLesson),
    more: Math.max(0, news.length - mostListed),
  };
}

function partition(news: ClassNews[]): [cancelled: ClassNews[], others: ClassNews[]] {
  return [news.filter(({ isCancelled }) => isCancelled), news.filter(({ isCancelled }) => !isCancelled)];
}

function toLesson({ liveClass, room, before, isCancelled }: ClassNews): ChangedLesson {
  const { topic, trainerName, startsAt } = liveClass;
  return {
    ...{ topic, trainerName, room, isCancelled },
    startsAt: startsAt.toISOString(),
    before: before?.toISOString() ?? null,
  };
}

/** 12 classes have a new time, 1 class is cancelled */
function newsText(news: ClassNews[]): string {
  const [cancelled, others] = partition(news);
  const parts = [
    ...(others.length > 0 ? [changeText(others)] : []),
    ...(cancelled.length > 0
      ? [`${countText(cancelled.length)} ${cancelled.length === 1 ? "is" : "are"} cancelled`]
      : []),
  ];
  return parts.join(", ");
}

function changeText(news: ClassNews[]): string {
  const has = `${countText(news.length)} ${news.length === 1 ? "has" : "have"}`;
  if (news.every(({ before }) => before)) return `${has} a new time`;
  if (news.every(({ hasOtherTrainer }) => hasOtherTrainer)) return `${has} another trainer`;
  if (news.every(({ hasOtherRoom }) => hasOtherRoom)) return `${has} another room`;
  return `${has} changed`;
}

function countText(count: number): string {
  return count === 1 ? "1 class" : `${count} classes`;
}
