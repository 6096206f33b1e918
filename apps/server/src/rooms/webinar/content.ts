import { randomBytes } from "node:crypto";
import { WebinarTopic } from "@shoreline/contract";
import { rupeesToPaise } from "@shoreline/domain/course";
import { defaultEnrolledCount, defaultWebinarMinutes } from "@shoreline/domain/webinar";
import { z } from "zod";
import { ContentDate } from "../../content/dates.ts";
import type { ContentKind, Reading } from "../../content/kind.ts";
import { cardPictureField } from "../../content/picture-path.ts";
import { knownText } from "../../content/references.ts";
import { tableKind } from "../../content/table-kind.ts";
import { webinar } from "../../db/tables/webinar.ts";
import { webinarShape } from "./shapes.ts";

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
  // The demo's webinars with seats get a successor: first-api-2026-12-01.
  isCopy: (slug, originals) => originals.has(slug.replace(/-\d{4}-\d\d-\d\d$/, "")),
  // A room of its own that nobody can guess, until staff choose another.
  defaults: () => ({ meetingUrl: `https://meet.jit.si/webinar-${randomBytes(12).toString("hex")}` }),
  read(reading) {
    const mentors = reading.kinds.get("mentor");
    const { email = "", phone = "" } = reading.kinds.get("institute")?.get("institute") ?? {};
    const mentor = knownText(mentorNames(reading), "mentor");
    const files = reading.folder.readAll("webinars", (slug) =>
      WebinarFile.extend({ mentor, picture: cardPictureField(reading, { folder: "webinars", name: slug }) }),
    );
    return new Map(
      [...files].map(([slug, { mentor: name, startAt, priceInRupees, picture, ...rest }]) => {
        const who = mentors?.get(name);
        return [
          slug,
          {
            ...rest,
            bannerImage: picture,
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
      }),
    );
  },
});

/** Also of mentors whose entries have mistakes. */
function mentorNames({ folder }: Reading): string[] {
  const entries = folder.readPlain("mentors.yaml");
  return Array.isArray(entries) ? entries.map((entry) => String(entry?.mentorName)) : [];
}

export const webinarContent: ContentKind[] = [webinarKind];
