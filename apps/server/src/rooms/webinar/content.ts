import { randomBytes } from "node:crypto";
import { WebinarTopic } from "@shoreline/contract";
import { rupeesToPaise } from "@shoreline/domain/course";
import { defaultEnrolledCount, defaultWebinarMinutes, webinarEndsAt } from "@shoreline/domain/webinar";
import { wallTime } from "@shoreline/domain/zone";
import { and, desc, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { ContentDate, resolveDate } from "../../content/dates.ts";
import type { DemoMaker } from "../../content/demo.ts";
import type { ContentKind } from "../../content/kind.ts";
import type { Written } from "../../content/reading.ts";
import { tableKind } from "../../content/table-kind.ts";
import type { Db } from "../../db/connect.ts";
import { contentItem } from "../../db/tables/house.ts";
import { seatHold, webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { readPicture } from "../course/content.ts";
import { readInstitute } from "../site/queries.ts";
import type { WebinarRow } from "./queries.ts";
import { webinarShape } from "./shapes.ts";
import { timesOf } from "./wire.ts";

const text = z.string().min(1);
const httpsUrl = z.url({ protocol: /^https$/ });

const WebinarFile = z.strictObject({
  course: text,
  title: text,
  subtitle: text,
  startAt: ContentDate,
  durationInMinutes: z.int().min(5).max(600).default(defaultWebinarMinutes),
  priceInRupees: z.number().nonnegative().max(10_000_000).default(0),
  seats: z.int32().positive().nullable().default(null),
  enrolledBase: z.int32().nonnegative().default(defaultEnrolledCount),
  isComplete: z.boolean().default(false),
  mentor: text,
  picture: text.optional(),
  topics: z.array(WebinarTopic.strict()).min(1),
  meetingUrl: httpsUrl.optional(),
  groupUrl: httpsUrl.or(z.literal("")).default(""),
  recordingUrl: httpsUrl.or(z.literal("")).default(""),
});

const webinarKind = tableKind({
  name: "webinar",
  schema: webinarShape.schema,
  table: webinar,
  key: "slug",
  fields: [
    "title",
    "subtitle",
    "bannerImage",
    "course",
    "startAt",
    "durationInMinutes",
    "isComplete",
    "priceInPaise",
    "topics",
    "mentor",
    "seats",
    "enrolledBase",
    "meetingUrl",
    "groupUrl",
    "recordingUrl",
  ],
  moments: ["startAt"],
  // A room of its own that nobody can guess, until staff choose another.
  defaults: () => ({ meetingUrl: `https://meet.jit.si/webinar-${randomBytes(12).toString("hex")}` }),
  read(reading) {
    const mentors = reading.kinds.get("mentor");
    const { email = "", phone = "" } = reading.kinds.get("institute")?.get("institute") ?? {};
    return new Map(
      [...reading.folder.readAll("webinars", WebinarFile)].map(
        ([slug, { mentor: name, startAt, priceInRupees, picture: named, ...rest }]) => {
          const file = `webinars/${slug}.yaml`;
          const who = mentors?.get(name);
          if (!who) reading.folder.note(file, ["mentor"], `there is no mentor ${name}`);
          return [
            slug,
            {
              ...rest,
              bannerImage: readPicture(reading, { file, folder: "webinars", name: slug, named }),
              startAt: reading.moment({ kind: "webinar", key: slug, field: "startAt", isFixed: true }, startAt),
              priceInPaise: rupeesToPaise(priceInRupees),
              mentor: {
                mentorName: name,
                designation: who?.designation,
                mentorImage: who?.picture,
                aboutMentor: who?.about,
                mentorEmail: email,
                mobileNumber: phone,
              },
            },
          ];
        },
      ),
    );
  },
});

export const webinarContent: ContentKind[] = [webinarKind];

/** The dates of the demo's webinars stay near today, but nobody who has a seat is moved. */
export const webinarDemo: DemoMaker = {
  async freshen({ db, now }) {
    const { timeZone } = await readInstitute(db);
    const items = await db
      .select()
      .from(contentItem)
      .where(and(eq(contentItem.kind, "webinar"), eq(contentItem.source, "demo")));
    for (const { key, applied } of items) {
      const { startAt } = (applied?.written ?? {}) as Written;
      if (startAt) await freshenWebinar(db, { key, startAt: resolveDate(startAt, { now, timeZone }), now, timeZone });
    }
  },
};

type Freshening = { key: string; startAt: Date; now: Date; timeZone: string };

/**
 * Moves a webinar without seats to its current demo date. A webinar with seats keeps its date; once it is over, a copy with
 * a new address takes its place.
 */
async function freshenWebinar(db: Db, { key, startAt, now, timeZone }: Freshening): Promise<void> {
  const newest = await findNewest(db, key);
  // Staff removed it.
  if (!newest) return;
  if (!(await hasSeats(db, newest.id))) {
    if (newest.startAt.getTime() !== startAt.getTime())
      await db.update(webinar).set({ startAt }).where(eq(webinar.id, newest.id));
    return;
  }
  if (newest.isComplete || webinarEndsAt(timesOf(newest)) > now) return;
  const { year, month, day } = wallTime(startAt, timeZone);
  const date = [year, ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
  const { id, ...copy } = newest;
  const slug = `${key}-${date}`;
  await db.insert(webinar).values({ ...copy, slug, startAt });
  await db.insert(contentItem).values({ kind: "webinar", key: slug, source: "demo", appliedAt: now });
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
