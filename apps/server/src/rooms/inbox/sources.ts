import { type FirstVisit, pageForAll } from "@shoreline/domain/first-visit";
import { fullNumber, type LeadEventKind } from "@shoreline/domain/inbox";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchWish, contactEnquiry, courseEnquiry, subscription, syllabusDownload } from "../../db/tables/lead.ts";
import { result } from "../../db/tables/quiz.ts";
import { webinar, webinarSeat } from "../../db/tables/webinar.ts";

/** What somebody sent or did, whichever form it came from. */
export type Sent = {
  kind: LeadEventKind;
  at: Date;
  name: string;
  /** It was made from the address, because the form asks for no name. */
  isNameGuessed?: boolean;
  email: string | null;
  number: string | null;
  /** In the person's own words, or in ours. */
  text: string;
  facts: Record<string, string>;
  interest?: string;
  landingPage?: string;
  /** How the advertisement or the other website named itself. */
  campaign?: Record<string, string>;
  learnerId?: string | null;
};

type Read = (db: Db, id: string) => Promise<Sent | undefined>;

/** How the row of each table is read. Null: it has gone meanwhile. */
export const sources: Record<string, Read> = {
  async course_enquiry(db, id) {
    const [row] = await db.select().from(courseEnquiry).where(eq(courseEnquiry.id, id));
    const interest = row?.course === "Others" ? row.otherCourseName.trim() : row?.course;
    return (
      row && {
        ...personOf(row),
        kind: "popup",
        at: row.sentAt,
        text: row.description,
        facts: factsOf({ Course: interest, Page: row.page }),
        ...(interest ? { interest } : {}),
        ...originOf(row),
      }
    );
  },
  async contact_enquiry(db, id) {
    const [row] = await db.select().from(contactEnquiry).where(eq(contactEnquiry.id, id));
    return (
      row && {
        ...personOf({ ...row, name: row.fullName }),
        kind: "contact",
        at: row.sentAt,
        text: row.query,
        facts: factsOf({ "Enquiry for": row.enquiryFor, Page: row.page }),
        interest: row.enquiryFor,
        ...originOf(row),
      }
    );
  },
  async syllabus_download(db, id) {
    const [row] = await db.select().from(syllabusDownload).where(eq(syllabusDownload.id, id));
    return (
      row && {
        ...personOf(row),
        number: fullNumber(row.mobileNumber, row.countryCode),
        kind: "syllabus",
        at: row.sentAt,
        text: `Downloaded the syllabus of ${row.courseName}`,
        facts: factsOf({ Course: row.courseName, Page: row.page }),
        interest: row.courseName,
        ...originOf(row),
      }
    );
  },
  async batch_wish(db, id) {
    const [row] = await db
      .select({ wish: batchWish, courseName: course.name })
      .from(batchWish)
      .leftJoin(course, eq(course.courseId, batchWish.courseId))
      .where(eq(batchWish.id, id));
    if (!row) return undefined;
    const interest = row.courseName ?? row.wish.courseId;
    return {
      ...personOf(row.wish),
      kind: "alert",
      at: row.wish.sentAt,
      text: `Wants to know when a batch of ${interest} opens`,
      facts: factsOf({ Course: interest, Batch: `${row.wish.batchTime}, ${row.wish.batchType}`, Page: row.wish.page }),
      interest,
      ...originOf(row.wish),
    };
  },
  async subscription(db, id) {
    const [row] = await db.select().from(subscription).where(eq(subscription.id, id));
    return (
      row && {
        name: nameFromAddress(row.email),
        isNameGuessed: true,
        email: row.email,
        number: null,
        kind: "subscription",
        at: row.subscribedAt,
        text: "Subscribed to the newsletter",
        facts: factsOf({ Form: row.source, Page: row.page }),
        ...originOf(row),
      }
    );
  },
  async webinar_seat(db, id) {
    const [row] = await db
      .select({ seat: webinarSeat, title: webinar.title, course: webinar.course })
      .from(webinarSeat)
      .innerJoin(webinar, eq(webinar.id, webinarSeat.webinarId))
      .where(eq(webinarSeat.id, id));
    return (
      row && {
        ...personOf({ ...row.seat, name: row.seat.username }),
        kind: "webinar",
        at: row.seat.takenAt,
        text: `Registered for the webinar ${row.title}`,
        facts: factsOf({ Webinar: row.title, Page: row.seat.page }),
        interest: row.course,
        ...originOf(row.seat),
        learnerId: row.seat.learnerId,
      }
    );
  },
  async result(db, id) {
    const { languageName, topic, correct, total, username, email, takenAt, learnerId, firstVisit } = result;
    const { mobileNumber, countryCode } = learner;
    const [row] = await db
      .select({
        ...{ languageName, topic, correct, total, username, email, takenAt, learnerId, firstVisit },
        ...{ mobileNumber, countryCode },
      })
      .from(result)
      .leftJoin(learner, eq(learner.id, result.learnerId))
      .where(eq(result.id, id));
    return (
      row && {
        name: row.username || nameFromAddress(row.email),
        isNameGuessed: !row.username,
        email: row.email,
        // The test asks for an address only; a learner is known by the number too.
        number: row.mobileNumber && row.countryCode ? fullNumber(row.mobileNumber, row.countryCode) : null,
        kind: "test",
        at: row.takenAt,
        text: `Took the practice test ${row.languageName}: ${row.topic}`,
        facts: factsOf({ Result: `${row.correct} of ${row.total}` }),
        interest: row.languageName,
        ...originOf(row),
        learnerId: row.learnerId,
      }
    );
  },
  async purchase(db, id) {
    const [row] = await db
      .select({ purchase, learner, courseName: course.name })
      .from(purchase)
      .innerJoin(learner, eq(learner.id, purchase.learnerId))
      .innerJoin(course, eq(course.id, purchase.courseId))
      .where(eq(purchase.id, id));
    return (
      row && {
        name: `${row.learner.firstName} ${row.learner.lastName}`.trim(),
        // Who was enrolled at the desk may have given none.
        email: row.learner.email || null,
        number: fullNumber(row.learner.mobileNumber, row.learner.countryCode),
        kind: "purchase",
        at: row.purchase.purchasedAt,
        text: `Bought ${row.courseName}`,
        facts: factsOf({ Course: row.courseName }),
        interest: row.courseName,
        learnerId: row.learner.id,
      }
    );
  },
};

function personOf({ name, email, mobileNumber }: { name: string; email: string; mobileNumber: string }) {
  return { name, email, number: fullNumber(mobileNumber) };
}

/** The page of the form stands in where the browser did not say how the visit began. */
function originOf({ page = "", firstVisit }: { page?: string; firstVisit: FirstVisit | null }) {
  if (!firstVisit) return { landingPage: pageForAll(page) };
  const { from, campaign } = firstVisit;
  return { landingPage: firstVisit.page, campaign: { ...campaign, ...(from ? { referrer: from } : {}) } };
}

/** A newsletter asks for the address alone. */
export function nameFromAddress(email: string): string {
  return email.split("@")[0] ?? email;
}

function factsOf(facts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).flatMap(([label, text]) => (text ? [[label, text]] : [])));
}
