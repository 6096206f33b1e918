import { account } from "./account.ts";
import { answering } from "./answering.ts";
import { award } from "./award.ts";
import { books } from "./books.ts";
import { certificate } from "./certificate.ts";
import { classroom } from "./classroom.ts";
import { connection } from "./connection.ts";
import { coupon } from "./coupon.ts";
import { course } from "./course.ts";
import { desk } from "./desk.ts";
import { due } from "./due.ts";
import type { Endpoint } from "./endpoint.ts";
import { enrolment } from "./enrolment.ts";
import { grading } from "./grading.ts";
import { homework } from "./homework.ts";
import { inbox } from "./inbox.ts";
import { lead } from "./lead.ts";
import { type LearningRoutes, learningRoutes } from "./learning-routes.ts";
import { lesson } from "./lesson.ts";
import { library } from "./library.ts";
import { meetings } from "./meetings.ts";
import { notification } from "./notification.ts";
import { payment } from "./payment.ts";
import { place } from "./place.ts";
import { type PlaceRoutes, placeRoutes } from "./place-routes.ts";
import { plan } from "./plan.ts";
import { planning } from "./planning.ts";
import { progress } from "./progress.ts";
import { type ProofRoutes, proofRoutes } from "./proof-routes.ts";
import { question } from "./question.ts";
import { quiz } from "./quiz.ts";
import { refund } from "./refund.ts";
import { registrants } from "./registrants.ts";
import { report } from "./report.ts";
import { type Routes, routes } from "./routes.ts";
import { sale } from "./sale.ts";
import { schedule } from "./schedule.ts";
import { seating } from "./seating.ts";
import { showcase } from "./showcase.ts";
import { signing } from "./signing.ts";
import { site } from "./site.ts";
import { staff } from "./staff.ts";
import { type StaffRoutes, staffRoutes } from "./staff-routes.ts";
import { standing } from "./standing.ts";
import { teaching } from "./teaching.ts";
import { timetable } from "./timetable.ts";
import { transfer } from "./transfer.ts";
import { webinar } from "./webinar.ts";

/** The calls of the site, the portal and the console. */
export const allRoutes = { ...routes, ...placeRoutes, ...learningRoutes, ...proofRoutes, ...staffRoutes };
type AllRoutes = Routes & PlaceRoutes & LearningRoutes & ProofRoutes & StaffRoutes;

/** One endpoint for each line of the route table, room by room. */
export const api = {
  site,
  account,
  course,
  lead,
  payment,
  coupon,
  enrolment,
  schedule,
  webinar,
  quiz,
  certificate,
  signing,
  showcase,
  classroom,
  due,
  place,
  lesson,
  homework,
  question,
  progress,
  notification,
  staff,
  inbox,
  registrants,
  report,
  connection,
  plan,
  sale,
  refund,
  transfer,
  planning,
  timetable,
  teaching,
  library,
  grading,
  answering,
  standing,
  meetings,
  seating,
  award,
  books,
  desk,
} satisfies {
  [Room in keyof AllRoutes]: { [Name in keyof AllRoutes[Room]]: Endpoint };
};
export type Api = typeof api;

/** One sentence about each room, for the API reference. */
export const roomSummaries: Record<keyof Api, string> = {
  site: "The institute and the content of its site",
  account: "Sign-in with a one-time code or a passkey, and the learner's profile",
  course: "Online and offline courses and their mentors",
  lead: "Enquiries, subscriptions and syllabus downloads",
  payment: "Payment orders and the payment provider's webhook",
  coupon: "The staff console: coupons and early-bird prices",
  enrolment: "Purchases and invoices of a learner",
  schedule: "The learner's classes: schedule, joining, calendar",
  webinar: "Webinars: registration and joining",
  quiz: "Practice tests and their results",
  certificate: "Certificates: look-up by id, and the learner's own",
  signing: "The keys with which the institute signs certificates",
  showcase: "The public page of a learner's certificates",
  notification: "The learner's notifications",
  staff: "The staff console: sign-in, people and audit log",
  inbox: "The staff console: leads",
  registrants: "The staff console: webinars, who registered and who came",
  report: "The staff console: figures",
  connection: "Keys and notifications for other programs",
  due: "Payment links of instalments",
  plan: "The staff console: what learners still have to pay",
  sale: "The staff console: enrolling at the desk, plans and the cash drawer",
  refund: "The staff console: payments, refunds and money that needs a decision",
  transfer: "The staff console: another batch or another course for what was paid",
  planning: "The staff console: batches, days without classes, campus rooms and trainers' hours",
  timetable: "The staff console: who teaches when and where, moving classes, and proposals of a plan",
  teaching: "The staff console: a class with its roll-call, material and notes",
  meetings: "The staff console: accounts at meeting providers",
  seating: "The staff console: waiting lists, learners who ask for another batch, pauses",
  award: "The staff console: who has earned a certificate, and the certificates that there are",
  place: "A learner's place in a batch: waiting list, another batch, pause",
  lesson: "Material and recordings of a learner's courses: opening, watching, searching",
  homework: "A learner's homework: handing in and reading what the trainer said",
  question: "Questions of learners to their trainer and batch",
  progress: "How far a learner is in a course",
  library: "The staff console: files, links, snippets and recordings, uploads and storage",
  grading: "The staff console: setting homework, grading it and giving it back",
  answering: "The staff console: questions of learners",
  standing: "The staff console: how far the learners of a batch are, and who falls behind",
  books: "The staff console: the books of a month, and exports for the accountant",
  desk: "The staff console: what waits today, and the search",
  classroom: "What a screen of the portal needs, in one call",
};

/** An endpoint that is missing from the route table fails to compile: it would have no address. */
type Unlisted = { [Room in keyof Api]: Exclude<keyof Api[Room], keyof AllRoutes[Room]> }[keyof Api];
true satisfies [Unlisted] extends [never] ? true : false;

export * from "./account.ts";
export * from "./answering.ts";
export * from "./award.ts";
export * from "./books.ts";
export * from "./certificate.ts";
export * from "./classroom.ts";
export * from "./connection.ts";
export * from "./coupon.ts";
export * from "./course.ts";
export type { CourseChoice, CourseList, NamedCourse } from "./course-choice.ts";
export * from "./desk.ts";
export * from "./due.ts";
export * from "./endpoint.ts";
export * from "./enrolment.ts";
export * from "./errors.ts";
export * from "./grading.ts";
export * from "./homework.ts";
export * from "./inbox.ts";
export * from "./lead.ts";
export * from "./lesson.ts";
export * from "./library.ts";
export * from "./meetings.ts";
export * from "./notification.ts";
export * from "./passkey.ts";
export * from "./payment.ts";
export * from "./place.ts";
export * from "./plan.ts";
export * from "./planning.ts";
export * from "./progress.ts";
export { apiBase, splitRoute } from "./public-routes.ts";
export * from "./question.ts";
export * from "./quiz.ts";
export * from "./refund.ts";
export * from "./registrants.ts";
export * from "./report.ts";
export * from "./routes.ts";
export * from "./sale.ts";
export * from "./schedule.ts";
export * from "./seating.ts";
export * from "./showcase.ts";
export * from "./signing.ts";
export * from "./site.ts";
export * from "./staff.ts";
export * from "./staff-routes.ts";
export type { Counted } from "./staff-shapes.ts";
export * from "./standing.ts";
export * from "./teaching.ts";
export * from "./timetable.ts";
export type { Proposal, ProposalDraft, ProposalDrafts, ProposalLine } from "./timetable-proposal.ts";
export * from "./transfer.ts";
export type { LessonFile, StartedUpload, Storage } from "./upload-shapes.ts";
export * from "./webinar.ts";
