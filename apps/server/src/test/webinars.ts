import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { webinar, webinarSeat } from "../db/tables/webinar.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";

const hour = 3_600_000;

/** Adds a webinar for one test. It starts in five hours by default. */
export async function newWebinar(
  { db }: TestInstitute,
  { hoursAhead = 5, ...values }: Partial<typeof webinar.$inferInsert> & { hoursAhead?: number } = {},
) {
  const [added] = await db
    .insert(webinar)
    .values({
      slug: `webinar-${randomBytes(6).toString("hex")}`,
      title: "Your first API",
      course: "Your first API",
      startAt: new Date(testDay.getTime() + hoursAhead * hour),
      meetingUrl: "https://meet.jit.si/shoreline-test",
      groupUrl: "https://chat.example/group",
      mentor: {
        mentorName: "Meera Krishnan",
        designation: "Lead mentor, web",
        mentorImage: "/pictures/people/meera.svg",
        aboutMentor: "Meera teaches.",
        mentorEmail: "hello@shoreline.example",
        mobileNumber: "+91 90000 00000",
      },
      ...values,
    })
    .returning();
  if (!added) throw new Error("The webinar was not added.");
  return added;
}

let people = 0;

export function newRegistrant() {
  people++;
  return { username: "Asha Kumar", email: `asha${people}@example.com`, mobileNumber: "9876543210" };
}

/** Registers as a visitor; the link in the mail is not opened. */
export async function takeUnconfirmedSeat(institute: TestInstitute, slug: string, who = newRegistrant()) {
  await institute.visitor().webinar.register({ webinar: slug, ...who });
  const [seat] = await institute.db
    .select({ userId: webinarSeat.joinId })
    .from(webinarSeat)
    .innerJoin(webinar, eq(webinar.id, webinarSeat.webinarId))
    .where(and(eq(webinar.slug, slug), eq(webinarSeat.email, who.email)));
  if (!seat) throw new Error("The seat was not added.");
  return { ...who, ...seat };
}

export async function takeConfirmedSeat(institute: TestInstitute, slug: string, who = newRegistrant()) {
  const seat = await takeUnconfirmedSeat(institute, slug, who);
  await institute.visitor().webinar.confirm({ userId: seat.userId });
  return seat;
}

export function seatsOf({ db }: TestInstitute, webinarId: string) {
  return db.select().from(webinarSeat).where(eq(webinarSeat.webinarId, webinarId));
}
