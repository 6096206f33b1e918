import type { Institute } from "@shoreline/contract";
import type { ClassNewsKind } from "@shoreline/domain/schedule";
import type { Payload } from "../../jobs/catalogue.ts";
import type { ClassRow } from "./queries.ts";

export type ClassLetter = {
  kind: ClassNewsKind;
  liveClass: ClassRow;
  courseId: string;
  courseName: string;
  who: { id: string; firstName: string; email: string };
};

export function classNotice(letter: ClassLetter, institute: Institute): Payload<"notification.add"> {
  const { liveClass, who } = letter;
  return {
    learnerId: who.id,
    title: titleOf(letter),
    text: `${liveClass.topic}, with ${liveClass.trainerName}. ${whenOf(letter, institute)}`,
    link: pathOf(letter),
  };
}

export function classMail(
  letter: ClassLetter,
  { institute, publicUrl }: { institute: Institute; publicUrl: string },
): Payload<"mail.send"> {
  const { liveClass, kind, who } = letter;
  const join =
    kind === "cancelled"
      ? "You need not do anything. Your other classes stay as they are:"
      : "Join from your schedule; the door opens 15 minutes before:";
  return {
    to: who.email,
    subject: `${titleOf(letter)}: ${liveClass.topic}`,
    text: `Hello ${who.firstName},

${titleOf(letter)}.

  ${liveClass.topic}
  with ${liveClass.trainerName}
  ${whenOf(letter, institute)}

${join}
${publicUrl}${pathOf(letter)}

${institute.name}
${institute.phone}
`,
  };
}

function titleOf({ kind, courseName }: ClassLetter): string {
  if (kind === "evening") return `${courseName}: your next class is tomorrow`;
  if (kind === "hour") return `${courseName}: class in an hour`;
  return kind === "moved" ? `${courseName}: a class has a new time` : `${courseName}: a class is cancelled`;
}

function whenOf({ liveClass: { startsAt } }: ClassLetter, { timeZone }: Institute): string {
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone });
  const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone });
  const zone = new Intl.DateTimeFormat("en-IN", { timeZoneName: "short", timeZone })
    .formatToParts(startsAt)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${day.format(startsAt)}, ${time.format(startsAt)} ${zone ?? ""}`.trimEnd();
}

function pathOf({ courseId }: ClassLetter): string {
  return `/dashboard/schedule/${encodeURIComponent(courseId)}`;
}
