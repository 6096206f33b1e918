import { randomBytes } from "node:crypto";
import { WebinarTopic } from "@shoreline/contract";
import { rupeesToPaise } from "@shoreline/domain/course";
import { defaultEnrolledCount, defaultWebinarMinutes, webinarEndsAt } from "@shoreline/domain/webinar";
import { wallTime } from "@shoreline/domain/zone";
import { desc, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { RelativeDate, resolveDate } from "../../content/dates.ts";
import type { ContentLoader } from "../../content/demo.ts";
import { readContentFolder, refuseInvalidNames, refuseMissingPicture } from "../../content/read.ts";
import type { Db } from "../../db/connect.ts";
import { mentor } from "../../db/tables/course.ts";
import { seatHold, webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { StartError } from "../../start-error.ts";
import { readInstitute } from "../site/queries.ts";
import type { WebinarRow } from "./queries.ts";
import { timesOf } from "./wire.ts";

const text = z.string().min(1);
const httpsUrl = z.url({ protocol: /^https$/ });

const WebinarFile = z.strictObject({
  course: text,
  title: text,
  subtitle: text,
  startAt: RelativeDate,
  durationInMinutes: z.int().min(5).max(600).default(defaultWebinarMinutes),
  priceInRupees: z.number().nonnegative().max(10_000_000).default(0),
  seats: z.int().positive().nullable().default(null),
  enrolledBase: z.int().nonnegative().default(defaultEnrolledCount),
  isComplete: z.boolean().default(false),
  mentor: text,
  topics: z.array(WebinarTopic.strict()).min(1),
  meetingUrl: httpsUrl.optional(),
  groupUrl: httpsUrl.optional(),
  recordingUrl: httpsUrl.optional(),
});

export const webinarContent: ContentLoader = {
  load: ({ db, now }) => load(db, now),
  async freshen({ db, now }) {
    // An earlier version of the demo had no webinars.
    if ((await db.$count(webinar)) === 0) await load(db, now);
    for (const planned of await readWebinars(db, now)) await freshenWebinar(db, planned, now);
  },
};

type Planned = typeof webinar.$inferInsert;

async function load(db: Db, now: Date): Promise<number> {
  const rows = await readWebinars(db, now);
  await db.insert(webinar).values(rows);
  return rows.length;
}

/**
 * Moves a webinar without seats to its current demo date. A webinar with seats keeps its date; once it is over, a copy with
 * a new address takes its place.
 */
async function freshenWebinar(db: Db, planned: Planned, now: Date): Promise<void> {
  const newest = await findNewest(db, planned.slug);
  // Staff removed it.
  if (!newest) return;
  const { startAt } = planned;
  if (!(await hasSeats(db, newest.id))) {
    if (newest.startAt.getTime() !== startAt.getTime())
      await db.update(webinar).set({ startAt }).where(eq(webinar.id, newest.id));
    return;
  }
  if (planned.isComplete || webinarEndsAt(timesOf(newest)) > now) return;
  const { timeZone } = await readInstitute(db);
  const { year, month, day } = wallTime(startAt, timeZone);
  const date = [year, ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
  await db.insert(webinar).values({ ...planned, slug: `${planned.slug}-${date}` });
}

async function findNewest(db: Db, key: string): Promise<WebinarRow | null> {
  const [newest] = await db
    .select()
    .from(webinar)
    .where(or(eq(webinar.slug, key), sql`${webinar.slug} ~ ${`^${key.replaceAll(".", "\\.")}-\\d{4}-\\d\\d-\\d\\d$`}`))
    .orderBy(desc(webinar.startAt))
    .limit(1);
  return newest ?? null;
}

async function hasSeats(db: Db, webinarId: string): Promise<boolean> {
  const seats = await db.$count(webinarSeat, eq(webinarSeat.webinarId, webinarId));
  return seats + (await db.$count(seatHold, eq(seatHold.webinarId, webinarId))) > 0;
}

async function readWebinars(db: Db, now: Date): Promise<Planned[]> {
  const { timeZone, email, phone } = await readInstitute(db);
  const mentors = await db.select().from(mentor);
  const files = readContentFolder("webinars", WebinarFile);
  refuseInvalidNames("webinars", files.keys());
  return [...files].map(([slug, { mentor: name, startAt, priceInRupees, meetingUrl, ...rest }]) => {
    const who = mentors.find((one) => one.name === name);
    if (!who) throw new StartError(`content/webinars/${slug}.yaml: mentor: there is no mentor ${name}.`);
    const bannerImage = `/pictures/webinars/${slug}.svg`;
    refuseMissingPicture(`webinars/${slug}.yaml`, bannerImage);
    return {
      ...rest,
      slug,
      bannerImage,
      startAt: resolveDate(startAt, { now, timeZone }),
      priceInPaise: rupeesToPaise(priceInRupees),
      meetingUrl: meetingUrl ?? `https://meet.jit.si/shoreline-${randomBytes(12).toString("hex")}`,
      mentor: {
        mentorName: who.name,
        designation: who.designation,
        mentorImage: who.picture,
        aboutMentor: who.about,
        mentorEmail: email,
        mobileNumber: phone,
      },
    };
  });
}
