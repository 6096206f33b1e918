import { apiBase, type Institute, Refusal } from "@shoreline/contract";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { type MailJob, sendMail } from "../../mail.ts";
import { findOffline } from "../course/queries.ts";
import { offlineShape } from "../course/shapes.ts";
import { readSyllabus } from "../course/syllabus.ts";
import { currentPolicy, readInstitute } from "../site/queries.ts";
import { downloadNotice, enquiryNotice, receivedMail, subscriptionNotice, welcomeMail } from "./mails.ts";
import {
  addContactEnquiry,
  addCourseEnquiry,
  addDownload,
  addSubscription,
  countEnquiries,
  endSubscription,
} from "./queries.ts";

export const leadHandlers: Handlers<"lead"> = {
  async subscribe({ db, clock, publicUrl }, form) {
    await db.transaction(async (tx) => {
      const token = await addSubscription(tx, {
        ...form,
        consentedTo: await currentPolicy(tx),
        subscribedAt: clock.now(),
      });
      if (!token) return;
      const { email, source } = form;
      const unsubscribePage = `${publicUrl}/unsubscribe/${token}`;
      const postUrl = `${publicUrl}${apiBase}/unsubscribed/${token}`;
      await sendMails(tx, (institute) => [
        welcomeMail(institute, { email, unsubscribePage, postUrl }),
        subscriptionNotice(institute, { email, source }),
      ]);
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
      const lines = {
        "Enquiry for": enquiryFor,
        Name: fullName,
        Mobile: mobileNumber,
        "E-mail": email,
        Question: query,
        Page: page,
      };
      const received = { name: fullName, about: enquiryFor, lines };
      await acknowledge(tx, { email, received, now });
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
      const lines = {
        Course: about,
        Name: name,
        Mobile: `+91 ${mobileNumber}`,
        "E-mail": email,
        Note: description,
        Page: page,
      };
      const received = { name, about, lines };
      await acknowledge(tx, { email, received, now });
    });
    return { message: "Your enquiry has been sent." };
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
      const lines = { Name: name, Mobile: `${countryCode} ${mobileNumber}`, "E-mail": email, Page: page };
      await sendMails(tx, (institute) => [downloadNotice(institute, { course: course.name, lines })]);
    });
    return { bytes: await readSyllabus(ctx, course), name: `${course.courseId}-syllabus.pdf` };
  },
};

type Enquiry = { email: string; received: Parameters<typeof enquiryNotice>[1]; now: Date };

/** Notifies the institute of every enquiry. The visitor's address gets a few thanks an hour at most: anyone could type it. */
async function acknowledge(tx: Db, { email, received, now }: Enquiry): Promise<void> {
  const since = new Date(now.getTime() - hourInMs);
  const isThanked = (await countEnquiries(tx, { email, since })) <= maxThanksPerHour;
  await sendMails(tx, (institute) => [
    enquiryNotice(institute, received),
    ...(isThanked ? [receivedMail(institute, { email })] : []),
  ]);
}

const maxThanksPerHour = 3;
const hourInMs = 3_600_000;

async function sendMails(tx: Db, write: (institute: Institute) => MailJob[]): Promise<void> {
  for (const mail of write(await readInstitute(tx))) await enqueue(tx, sendMail, mail);
}
