import { apiBase, type Institute, Refusal } from "@shoreline/contract";
import type { Handlers } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { type MailJob, sendMail } from "../../mail.ts";
import { findOffline } from "../course/queries.ts";
import { readSyllabus } from "../course/syllabus.ts";
import { currentPolicy, readInstitute } from "../site/queries.ts";
import { downloadNotice, enquiryNotice, receivedMail, subscriptionNotice, welcomeMail } from "./mails.ts";
import {
  addContactEnquiry,
  addCourseEnquiry,
  addDownload,
  addSubscription,
  countRecentEnquiries,
  endSubscription,
} from "./queries.ts";

export const leadHandlers: Handlers<"lead"> = {
  async subscribe({ db, publicUrl }, form) {
    await db.transaction(async (tx) => {
      const token = await addSubscription(tx, { ...form, consentedTo: await currentPolicy(tx) });
      if (!token) return;
      const { email, source } = form;
      const leaveUrl = `${publicUrl}/unsubscribe/${token}`;
      const postUrl = `${publicUrl}${apiBase}/unsubscribed/${token}`;
      await sendBoth(tx, (institute) => [
        welcomeMail(institute, { email, leaveUrl, postUrl }),
        subscriptionNotice(institute, { email, source }),
      ]);
    });
    // The same words either way: a stranger cannot learn here who is on the list.
    return { message: "Thank you for subscribing." };
  },

  async unsubscribe({ db }, { token }) {
    if (!(await endSubscription(db, token))) throw new Refusal("UNKNOWN_SUBSCRIPTION");
    return { message: "You are off the list." };
  },

  async contact({ db }, form) {
    await db.transaction(async (tx) => {
      if (!(await addContactEnquiry(tx, { ...form, consentedTo: await currentPolicy(tx) }))) return;
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
      await announce(tx, { email, received });
    });
    return { message: "Your query has been sent." };
  },

  async enquire({ db }, { selectedCoruse, ...form }) {
    await db.transaction(async (tx) => {
      const values = { ...form, course: selectedCoruse, consentedTo: await currentPolicy(tx) };
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
      await announce(tx, { email, received });
    });
    return { message: "Your enquiry has been sent." };
  },

  /** What was left is kept first: should the file fail, the institute can still send it. */
  async download(ctx, { recordId, courseId, ...form }) {
    const [course] = await findOffline(ctx.db, { recordId });
    if (!course || (courseId !== undefined && courseId !== course.courseId)) throw new Refusal("UNKNOWN_COURSE");
    await ctx.db.transaction(async (tx) => {
      const asked = { courseId: course.courseId, courseName: course.name };
      if (!(await addDownload(tx, { ...form, ...asked, consentedTo: await currentPolicy(tx) }))) return;
      const { name, countryCode, mobileNumber, email, page } = form;
      const lines = { Name: name, Mobile: `${countryCode} ${mobileNumber}`, "E-mail": email, Page: page };
      await sendBoth(tx, (institute) => [downloadNotice(institute, { course: course.name, lines })]);
    });
    return { bytes: await readSyllabus(ctx, course), name: `${course.courseId}-syllabus.pdf` };
  },
};

type Announced = { email: string; received: Parameters<typeof enquiryNotice>[1] };

/** The institute hears of every enquiry; one address is thanked a few times an hour at most, whoever typed it in. */
async function announce(tx: Db, { email, received }: Announced): Promise<void> {
  const isThanked = (await countRecentEnquiries(tx, email)) <= mostThanksPerHour;
  await sendBoth(tx, (institute) => [
    enquiryNotice(institute, received),
    ...(isThanked ? [receivedMail(institute, { email })] : []),
  ]);
}

const mostThanksPerHour = 3;

async function sendBoth(tx: Db, write: (institute: Institute) => MailJob[]): Promise<void> {
  for (const mail of write(await readInstitute(tx))) await enqueue(tx, sendMail, mail);
}
