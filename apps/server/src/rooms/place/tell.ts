import { teachingTimes } from "@shoreline/domain/weekly";
import { eq, inArray } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { formatBrief, formatMoment } from "../../format.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { channelReader } from "../../messages/compose.ts";
import { placeTemplates } from "../../messages/templates.ts";
import { numberOf } from "../account/queries.ts";
import { notifyLearner, sendMessage } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import type { BatchRow } from "./batches.ts";
import { seatOffered } from "./mails.ts";

/** A provider that does not answer for so long: then the mail has to do. */
const patienceMs = 3_600_000;

export type Offered = { learnerId: string; isBought: boolean };
type Offers = { batch: BatchRow; offered: Offered[]; endsAt: Date };

/** Tells who is offered a seat: as a notification, by mail and by SMS or WhatsApp, because the time is short. */
export async function offerTeller(deps: Deps) {
  const channelsOf = await channelReader(deps, placeTemplates);
  return async (tx: Db, { batch, offered, endsAt }: Offers): Promise<void> => {
    if (offered.length === 0) return;
    const institute = await readInstitute(tx);
    const about = await findCourseOf(tx, batch);
    const people = await tx
      .select()
      .from(learner)
      .where(
        inArray(
          learner.id,
          offered.map(({ learnerId }) => learnerId),
        ),
      );
    const isOwner = new Map(offered.map(({ learnerId, isBought }) => [learnerId, isBought]));
    const until = formatMoment(endsAt, institute);
    const told = people.map((who) => ({
      who,
      link: linkTo(about.courseId, { isBought: isOwner.get(who.id) ?? false }),
    }));
    await enqueueAll(
      tx,
      notifyLearner,
      told.map(({ who, link }) => ({
        ...{ learnerId: who.id, title: `A seat in ${about.name} is free for you`, link },
        text: `${teachingTimes(batch)}, from ${formatBrief(batch.startsAt, institute)}. It is kept for you until ${until}.`,
      })),
    );
    await enqueueAll(
      tx,
      sendMail,
      told.flatMap(({ who, link }) =>
        who.email === ""
          ? []
          : mailOf(seatOffered, {
              to: who.email,
              data: {
                ...{ firstName: who.firstName, courseName: about.name, batch: teachingTimes(batch), link },
                ...{ startsAt: batch.startsAt.toISOString(), endsAt: endsAt.toISOString() },
                isBought: isOwner.get(who.id) ?? false,
              },
            }),
      ),
    );
    const now = deps.clock.now();
    await enqueueAll(
      tx,
      sendMessage,
      told.flatMap(({ who }) => {
        const offeredWays = channelsOf(who.countryCode);
        const ways = [who.noticeChannel, "sms", "whatsapp"] as const;
        const channel = ways.find((way) => way !== "mail" && offeredWays.includes(way));
        if (!channel || channel === "mail") return [];
        return {
          ...{ channel, to: numberOf(who), template: "seat-offered" as const },
          values: { course: about.name, when: formatBrief(endsAt, institute) },
          tryUntil: new Date(now.getTime() + patienceMs).toISOString(),
          until: endsAt.toISOString(),
          instead: { sms: channel === "whatsapp" && offeredWays.includes("sms") },
        };
      }),
    );
  };
}

type Ended = { batch: BatchRow; learnerIds: string[]; why: "lapsed" | "closed" };

export async function tellEnded(tx: Db, { batch, learnerIds, why }: Ended): Promise<void> {
  if (learnerIds.length === 0) return;
  const about = await findCourseOf(tx, batch);
  await enqueueAll(
    tx,
    notifyLearner,
    learnerIds.map((learnerId) => ({
      ...{ learnerId, link: linkTo(about.courseId, { isBought: false }) },
      title:
        why === "lapsed"
          ? `The offer of a seat in ${about.name} has ended`
          : `A waiting list of ${about.name} has ended`,
      text:
        why === "lapsed"
          ? "The offer has ended. You can join the waiting list again."
          : `The batch ${teachingTimes(batch)} takes nobody any more. Please look at the other batches.`,
    })),
  );
}

/** Who has the course finds everything in the schedule, the others buy it first. */
export function linkTo(courseId: string, { isBought }: { isBought: boolean }): string {
  return `/dashboard/${isBought ? "schedule" : "viewdetails"}/${encodeURIComponent(courseId)}`;
}

async function findCourseOf(tx: Db, batch: BatchRow): Promise<{ courseId: string; name: string }> {
  const [found] = await tx
    .select({ courseId: course.courseId, name: course.name })
    .from(course)
    .where(eq(course.id, batch.courseId));
  return found ?? { courseId: "", name: "" };
}
