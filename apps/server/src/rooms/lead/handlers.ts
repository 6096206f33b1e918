import { Refusal } from "@shoreline/contract";
import { batchName } from "@shoreline/domain/course";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findOffered, findOffline } from "../course/queries.ts";
import { offlineShape } from "../course/shapes.ts";
import { readSyllabus } from "../course/syllabus.ts";
import { currentPolicy, readInstitute } from "../site/queries.ts";
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
  async subscribe({ db, clock }, form) {
    await db.transaction(async (tx) => {
      const token = await addSubscription(tx, {
        ...form,
        consentedTo: await currentPolicy(tx),
        subscribedAt: clock.now(),
      });
      if (!token) return;
      const { email, source } = form;
      const staff = await readInstitute(tx);
      await enqueue(tx, sendMail, mailOf(subscribed, { to: email, data: { token } }));
      await enqueue(tx, sendMail, mailOf(subscriptionNotice, { to: staff.email, data: { email, source } }));
    });
    // The answer is always the same, so that a stranger cannot learn who has subscribed.
    return { message: "Thank you for subscribing." };
  },

  async unsubscribe({ db, clock }, { token }) {
    if (!(await endSubscription(db, { token, now: clock.now() }))) throw new Refusal("UNKNOWN_SUBSCRIPTION");
    return { message: "You have been unsubscribed." };
  },

  async contact({ db, clock }, form) {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const values = { ...form, consentedTo: await currentPolicy(tx), sentAt: now };
      if (!(await addContactEnquiry(tx, values))) return;
      const { enquiryFor, fullName, mobileNumber, email, query, page } = form;
      const facts = {
        "Enquiry for": enquiryFor,
        Name: fullName,
        Mobile: mobileNumber,
        "E-mail": email,
        Question: query,
        Page: page,
      };
      await acknowledge(tx, { name: fullName, email, about: enquiryFor, facts }, now);
    });
    return { message: "Your query has been sent." };
  },

  async enquire({ db, clock }, { selectedCoruse, ...form }) {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const { enquiryCourses } = await readInstitute(tx);
      if (!enquiryCourses.includes(selectedCoruse))
        throw new Refusal("INVALID_INPUT", { fields: { selectedCoruse: "Choose a course" } });
      const values = { ...form, course: selectedCoruse, consentedTo: await currentPolicy(tx), sentAt: now };
      if (!(await addCourseEnquiry(tx, values))) return;
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
      await acknowledge(tx, { name, email, about, facts }, now);
    });
    return { message: "Your enquiry has been sent." };
  },

  async wish({ db, clock }, form) {
    const now = clock.now();
    await db.transaction(async (tx) => {
      const [course] = await findOffered(tx, form);
      if (!course) throw new Refusal("UNKNOWN_COURSE");
      const staff = await readInstitute(tx);
      const { batchTime, batchType, name, email, mobileNumber, page } = form;
      if (!staff.batchTimes.includes(batchTime)) throw new Refusal("UNKNOWN_BATCH_TIME");
      const values = { ...form, courseId: course.courseId, consentedTo: await currentPolicy(tx), sentAt: now };
      if (!(await addWish(tx, values))) return;
      const about = { courseName: course.name, batch: batchName({ batchTime, batchType }) };
      const facts = { Name: name, Mobile: mobileNumber, "E-mail": email, Page: page };
      const data = { name, email, facts, ...about };
      await enqueue(tx, sendMail, mailOf(wishNotice, { to: staff.email, data }));
      if (await mayBeThanked(tx, { email, now }))
        await enqueue(tx, sendMail, mailOf(wishReceived, { to: email, data: about }));
    });
    // The answer is always the same, so that a stranger cannot learn who waits.
    return { message: "We will write to you when a batch opens." };
  },

  /** Stores the details first: if the file cannot be made, the institute can still send it. */
  async download(ctx, { recordId, courseId, ...form }) {
    const [course] = keepWellFormed(ctx.log, offlineShape, await findOffline(ctx.db, { recordId }));
    if (!course || (courseId !== undefined && courseId !== course.courseId)) throw new Refusal("UNKNOWN_COURSE");
    await ctx.db.transaction(async (tx) => {
      const subject = { courseId: course.courseId, courseName: course.name };
      const values = { ...form, ...subject, consentedTo: await currentPolicy(tx), sentAt: ctx.clock.now() };
      if (!(await addDownload(tx, values))) return;
      const { name, countryCode, mobileNumber, email, page } = form;
      const facts = { Name: name, Mobile: `${countryCode} ${mobileNumber}`, "E-mail": email, Page: page };
      const staff = await readInstitute(tx);
      const data = { name, email, course: course.name, facts };
      await enqueue(tx, sendMail, mailOf(downloadNotice, { to: staff.email, data }));
    });
    return { bytes: await readSyllabus(ctx, course), name: `${course.courseId}-syllabus.pdf` };
  },
};

type Enquiry = { name: string; email: string; about: string; facts: Record<string, string> };

/** Notifies the institute of every enquiry. The visitor's address gets a few thanks a day at most: anyone could type it. */
async function acknowledge(tx: Db, enquiry: Enquiry, now: Date): Promise<void> {
  const { email } = enquiry;
  const staff = await readInstitute(tx);
  await enqueue(tx, sendMail, mailOf(enquiryNotice, { to: staff.email, data: enquiry }));
  if (await mayBeThanked(tx, { email, now }))
    await enqueue(tx, sendMail, mailOf(enquiryReceived, { to: email, data: {} }));
}

async function mayBeThanked(tx: Db, { email, now }: { email: string; now: Date }): Promise<boolean> {
  const since = new Date(now.getTime() - dayInMs);
  return (await countEnquiries(tx, { email, since })) <= maxThanksPerDay;
}

const maxThanksPerDay = 3;
const dayInMs = 86_400_000;
