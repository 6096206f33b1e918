import { type Institute, Refusal } from "@shoreline/contract";
import { batchName } from "@shoreline/domain/course";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { type MailJob, mailOf, sendMail } from "../../mail.ts";
import { findOffered, findOffline } from "../course/queries.ts";
import { offlineShape } from "../course/shapes.ts";
import { readSyllabus } from "../course/syllabus.ts";
import { readForForm } from "../site/queries.ts";
import {
  downloadNotice,
  enquiryNotice,
  enquiryReceived,
  subscribed,
  subscriptionNotice,
  wishNotice,
  wishReceived,
} from "./mails.ts";
import {
  addContactEnquiry,
  addCourseEnquiry,
  addDownload,
  addSubscription,
  addWish,
  countEnquiries,
  endSubscription,
} from "./queries.ts";

export const leadHandlers: Handlers<"lead"> = {
  async subscribe({ db, clock, firstVisit }, form) {
    const { institute, policy } = await readForForm(db);
    const { email, source } = form;
    await addSubscription(db, { ...form, firstVisit, consentedTo: policy, subscribedAt: clock.now() }, [
      mailOf(subscribed, { to: email, data: { token: "" } }),
      mailOf(subscriptionNotice, { to: institute.email, data: { email, source } }),
    ]);
    // The answer is always the same, so that a stranger cannot learn who has subscribed.
    return { message: "Thank you for subscribing." };
  },

  async unsubscribe({ db, clock }, { token }) {
    if (!(await endSubscription(db, { token, now: clock.now() }))) throw new Refusal("UNKNOWN_SUBSCRIPTION");
    return { message: "You have been unsubscribed." };
  },

  async contact({ db, clock, firstVisit }, form) {
    const now = clock.now();
    const { enquiryFor, fullName, mobileNumber, email, query, page } = form;
    const { institute, policy } = await readForForm(db);
    const facts = {
      "Enquiry for": enquiryFor,
      Name: fullName,
      Mobile: mobileNumber,
      "E-mail": email,
      Question: query,
      Page: page,
    };
    const mails = await acknowledge(db, { name: fullName, email, about: enquiryFor, facts }, { institute, now });
    await addContactEnquiry(db, { ...form, firstVisit, consentedTo: policy, sentAt: now }, mails);
    return { message: "Your query has been sent." };
  },

  async enquire({ db, clock, firstVisit }, { selectedCoruse, ...form }) {
    const now = clock.now();
    const { institute, policy } = await readForForm(db);
    if (!institute.enquiryCourses.includes(selectedCoruse))
      throw new Refusal("INVALID_INPUT", { fields: { selectedCoruse: "Choose a course" } });
    const { name, email, mobileNumber, description, otherCourseName, page } = form;
    const about = selectedCoruse === "Others" ? otherCourseName.trim() || "a course" : selectedCoruse;
    const facts = {
      Course: about,
      Name: name,
      Mobile: `+91 ${mobileNumber}`,
      "E-mail": email,
      Note: description,
      Page: page,
    };
    const mails = await acknowledge(db, { name, email, about, facts }, { institute, now });
    const origin = { firstVisit, consentedTo: policy, sentAt: now };
    await addCourseEnquiry(db, { ...form, course: selectedCoruse, ...origin }, mails);
    return { message: "Your enquiry has been sent." };
  },

  async wish({ db, clock, firstVisit }, form) {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const [course] = await findOffered(tx, form);
      if (!course) throw new Refusal("UNKNOWN_COURSE");
      const { institute, policy } = await readForForm(tx);
      const { batchTime, batchType, name, email, mobileNumber, page } = form;
      if (!institute.batchTimes.includes(batchTime)) throw new Refusal("UNKNOWN_BATCH_TIME");
      const values = { ...form, courseId: course.courseId, firstVisit, consentedTo: policy, sentAt: now };
      if (!(await addWish(tx, values))) return;
      // After the lock that adding takes: wishes that come together are counted one after the other.
      const isThanked = await mayBeThanked(tx, { email, now, stored: 1 });
      const about = { courseName: course.name, batch: batchName({ batchTime, batchType }) };
      const facts = { Name: name, Mobile: mobileNumber, "E-mail": email, Page: page };
      const data = { name, email, facts, ...about };
      const notice = mailOf(wishNotice, { to: institute.email, data });
      const thanks = mailOf(wishReceived, { to: email, data: about });
      await enqueueAll(tx, sendMail, isThanked ? [notice, thanks] : [notice]);
    });
    // The answer is always the same, so that a stranger cannot learn who waits.
    return { message: "We will write to you when a batch opens." };
  },

  /** Stores the details first: if the file cannot be made, the institute can still send it. */
  async download(ctx, { recordId, courseId, ...form }) {
    const [course] = keepWellFormed(ctx.log, offlineShape, await findOffline(ctx.db, { recordId }));
    if (!course || (courseId !== undefined && courseId !== course.courseId)) throw new Refusal("UNKNOWN_COURSE");
    const { institute, policy } = await readForForm(ctx.db);
    const subject = { courseId: course.courseId, courseName: course.name };
    const { name, countryCode, mobileNumber, email, page } = form;
    const facts = { Name: name, Mobile: `${countryCode} ${mobileNumber}`, "E-mail": email, Page: page };
    const data = { name, email, course: course.name, facts };
    const origin = { firstVisit: ctx.firstVisit, consentedTo: policy, sentAt: ctx.clock.now() };
    await addDownload(ctx.db, { ...form, ...subject, ...origin }, [
      mailOf(downloadNotice, { to: institute.email, data }),
    ]);
    return { bytes: await readSyllabus(ctx, course), name: `${course.courseId}-syllabus.pdf` };
  },
};

type Enquiry = { name: string; email: string; about: string; facts: Record<string, string> };

/** Notifies the institute of every enquiry. The visitor's address gets a few thanks a day at most: anyone could type it. */
async function acknowledge(
  db: Db,
  enquiry: Enquiry,
  { institute, now }: { institute: Institute; now: Date },
): Promise<MailJob[]> {
  const { email } = enquiry;
  const notice = mailOf(enquiryNotice, { to: institute.email, data: enquiry });
  const thanks = mailOf(enquiryReceived, { to: email, data: {} });
  return (await mayBeThanked(db, { email, now })) ? [notice, thanks] : [notice];
}

/** Anybody may type any address, so it gets a few mails a day. `stored` is 1 when the enquiry in question is stored already. */
async function mayBeThanked(
  db: Db,
  { email, now, stored = 0 }: { email: string; now: Date; stored?: number },
): Promise<boolean> {
  const since = new Date(now.getTime() - dayInMs);
  return (await countEnquiries(db, { email, since })) - stored < maxThanksPerDay;
}

const maxThanksPerDay = 3;
const dayInMs = 86_400_000;
