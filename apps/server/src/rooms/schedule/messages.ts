import { type ClassNoticeKind, endsAt, noticeRoutes } from "@shoreline/domain/schedule";
import { formatBeside } from "../../format.ts";
import type { MailJob } from "../../mail.ts";
import { numberOf } from "../account/queries.ts";
import type { MessageJob } from "../notification/jobs.ts";
import type { ClassMessage, MessageContext } from "./class-notice.ts";

type Notice = ClassMessage & { mail: MailJob };
type Texts = Pick<MessageJob, "template" | "values">;
type Routed = { mails: MailJob[]; texts: MessageJob[] };

/** The provider is tried this long before the notice goes another way. */
const patienceMs = 10 * 60_000;

/** Decides how a notice reaches a learner, and writes the text messages. */
export function routeNotice(notice: Notice, context: MessageContext): Routed {
  return routeTexts({ ...notice, ...textOf(notice, context) }, context);
}

type Written = Pick<Notice, "kind" | "liveClass" | "who" | "mail"> & Texts;

/** The same for a message that is written already. */
export function routeTexts({ kind, liveClass, who, mail, template, values }: Written, context: MessageContext): Routed {
  const { now } = context;
  const offered = context.channelsOf(who.countryCode);
  const routes = noticeRoutes({ kind, startsAt: liveClass.startsAt, now, chosen: who.noticeChannel, offered });
  const isMailed = routes.includes("mail");
  const message = {
    to: numberOf(who),
    ...{ template, values },
    tryUntil: new Date(now.getTime() + patienceMs).toISOString(),
    until: (isReminder(kind) ? liveClass.startsAt : endsAt(liveClass)).toISOString(),
    instead: { sms: offered.includes("sms") && !routes.includes("sms"), mail: isMailed ? undefined : mail },
  };
  const texts = routes.flatMap((channel) => (channel === "mail" ? [] : { ...message, channel }));
  return { mails: isMailed ? [mail] : [], texts };
}

const templateOf = {
  evening: "class-reminder",
  hour: "class-reminder",
  moved: "class-moved",
  cancelled: "class-cancelled",
} as const satisfies Record<ClassNoticeKind, MessageJob["template"]>;

function isReminder(kind: ClassNoticeKind): boolean {
  return kind === "evening" || kind === "hour";
}

/** Day and time, not "in an hour": a message may come late, or go another way first. */
function textOf({ kind, courseName: course, liveClass, before }: Notice, { institute }: MessageContext): Texts {
  const { startsAt } = liveClass;
  const old = before ?? startsAt;
  const when = formatBeside(startsAt, old, institute);
  const moved = kind === "moved" ? { before: formatBeside(old, startsAt, institute) } : {};
  return { template: templateOf[kind], values: { course, ...moved, when } };
}
