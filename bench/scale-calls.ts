import type { Pool } from "pg";
import { hashSecret, newSecret } from "../apps/server/src/rooms/account/secrets.ts";
import { idOf } from "./scale-model.ts";

/** A learner with what they ask for, and a trainer and an owner with what they look at. */
export type Subject = Record<
  | (
      | "learner"
      | "course"
      | "batch"
      | "class"
      | "homework"
      | "recording"
      | "order"
      | "lead"
      | "certificateId"
      | "number"
    )
  | ("surname" | "invoice" | "showcase" | "webinar" | "learnerToken" | "ownerToken" | "trainerToken"),
  string
>;
export type ScaleCall = [name: string, path: (of: Subject) => string, body?: (of: Subject) => object];

const nothing = () => ({});
let count = 0;
const unique = () => `n${++count}-${process.pid}-${Date.now()}`;

/** What people call most. */
export const calls: Record<"visitor" | "learner" | "trainer" | "owner", ScaleCall[]> = {
  visitor: [
    ["first page of the catalogue", () => "/api/catalogue/"],
    // Nobody has asked for these words before.
    ["search of the catalogue", ({ surname }) => `/api/catalogue/?q=${surname}%20${unique()}`],
    ["a course", ({ course }) => `/api/course/${course}`],
    ["batches of a course", ({ course }) => `/api/schedule/batches/${course}`],
    ["seats of a course", ({ course }) => `/api/schedule/seats/${course}`],
    ["next classes", () => "/api/schedule/next"],
    ["webinars", () => "/api/webinar/list"],
    ["a certificate", ({ certificateId }) => `/api/certificate/get/${certificateId}`],
    ["a public page of certificates", ({ showcase }) => `/api/showcase/${showcase}`],
    [
      "an enquiry is sent",
      () => "/api/contact",
      () => ({
        enquiryFor: "Courses",
        fullName: "Kavya Raman",
        mobileNumber: "9876543210",
        email: `${unique()}@example.com`,
        query: "When does it begin?",
        attemptId: crypto.randomUUID(),
      }),
    ],
    [
      "a code is sent",
      () => "/api/user/otp",
      () => ({ mobileNumber: String(9_000_000_000 + Math.floor(Math.random() * 999_999_999)) }),
    ],
  ],
  learner: [
    ["the frame of the portal", () => "/api/classroom/", () => ({ parts: ["profile", "purchases", "notifications"] })],
    ["My Courses", () => "/api/classroom/", () => ({ parts: ["certificates", "today", "webinars"] })],
    ["notifications", () => "/api/notification/", nothing],
    ["notifications are marked read", () => "/api/notification/read", nothing],
    ["the schedule of a course", ({ course }) => `/api/schedule/view/${course}`, nothing],
    ["progress", () => "/api/progress", nothing],
    ["progress in a course", ({ course }) => `/api/progress/${course}`, nothing],
    ["homework", ({ course }) => `/api/homework/${course}`, nothing],
    ["a homework", ({ course, homework }) => `/api/homework/${course}/${homework}`, nothing],
    ["questions of a batch", ({ course }) => `/api/question/${course}`, nothing],
    ["search in questions", ({ course }) => `/api/question/${course}`, () => ({ words: "second homework" })],
    ["material", ({ course }) => `/api/lesson/material/${course}`, nothing],
    ["recordings", ({ course }) => `/api/lesson/recordings/${course}`, nothing],
    ["a recording", ({ course, recording }) => `/api/lesson/recordings/${course}/${recording}`, nothing],
    ["search in transcripts", ({ course }) => `/api/lesson/search/${course}`, () => ({ words: "second homework" })],
    ["the place in a batch", ({ course }) => `/api/place/${course}`, nothing],
    ["instalments", () => "/api/dues/", nothing],
    ["sessions", () => "/api/user/sessions", nothing],
  ],
  trainer: [
    ["classes of today", () => "/api/staff/classes"],
    ["past classes", () => "/api/staff/classes?when=past"],
    ["a class with its roll", (of) => `/api/staff/classes/${of.class}`],
    ["homework to grade", () => "/api/staff/homework"],
    ["a homework of a batch", ({ homework }) => `/api/staff/homework/${homework}`],
    ["open questions", () => "/api/staff/questions"],
    ["number of open questions", () => "/api/staff/questions/count"],
    ["progress of the own batches", () => "/api/staff/progress"],
    ["progress of a batch", ({ batch }) => `/api/staff/progress/batch/${batch}`],
  ],
  owner: [
    ["Today", () => "/api/staff/today"],
    ["classes of today, all", () => "/api/staff/today/classes"],
    ["payments of today", () => "/api/staff/today/payments"],
    ["what failed", () => "/api/staff/today/failed"],
    ["what ends soon", () => "/api/staff/today/expiring"],
    ["search by a name", ({ surname }) => `/api/staff/search?words=${surname}`],
    ["search by a number", ({ number }) => `/api/staff/search?words=${number}`],
    ["leads", () => "/api/staff/inbox"],
    ["numbers of leads", () => "/api/staff/inbox/count"],
    ["own leads to call", () => "/api/staff/inbox?owner=me&call=due&sort=next%20call"],
    ["leads by words", ({ surname }) => `/api/staff/inbox?words=${surname}`],
    ["a lead", ({ lead }) => `/api/staff/inbox/lead/${lead}`],
    ["report of leads", () => "/api/staff/reports/leads"],
    ["payments", () => "/api/staff/payments"],
    ["payments by a number", ({ number }) => `/api/staff/payments?words=${number}`],
    ["payments by an invoice", ({ invoice }) => `/api/staff/payments?words=${encodeURIComponent(invoice)}`],
    ["a payment", ({ order }) => `/api/staff/payments/order/${order}`],
    ["money that waits", () => "/api/staff/payments/waiting"],
    ["months of the books", () => "/api/staff/books"],
    ["dues", () => "/api/staff/dues"],
    ["open sales", () => "/api/staff/sales?state=open"],
    ["a person at the desk", ({ number }) => `/api/staff/sales/person?mobileNumber=${number}`],
    ["offers", () => "/api/staff/offers"],
    ["batches", () => "/api/staff/batches"],
    ["a batch", ({ batch }) => `/api/staff/batches/batch/${batch}`],
    ["courses to choose from", () => "/api/staff/courses"],
    ["courses by a word that all have", () => "/api/staff/courses?words=course"],
    ["courses by a name", () => "/api/staff/courses?words=course%2077"],
    ["form of a batch", () => "/api/staff/batches/form"],
    ["places", () => "/api/staff/places"],
    ["who waits", () => "/api/staff/places/waiting"],
    ["all classes of today", () => "/api/staff/classes"],
    ["homework of all", () => "/api/staff/homework"],
    ["questions of all", () => "/api/staff/questions"],
    ["batches with progress", () => "/api/staff/progress/batches"],
    ["who earned a certificate", () => "/api/staff/certificates/learners"],
    ["certificates", () => "/api/staff/certificates"],
    ["certificates by a name", ({ surname }) => `/api/staff/certificates?words=${surname}`],
    ["courses of the library", () => "/api/staff/library"],
    ["first course of the library", () => "/api/staff/library/first"],
    ["room for files", () => "/api/staff/library/storage"],
    ["webinars, staff", () => "/api/staff/webinars"],
    ["registrants", ({ webinar }) => `/api/staff/webinars/${webinar}/registrants`],
    ["the audit", () => "/api/staff/audit"],
  ],
};

/** Ids of the model are hashes, and one in eight of them looks like an id to the contract. */
const isUsable = (id: string) => `${id}::text ~ '^.{14}[1-8].{4}[89ab]'`;
const any = (table: string, condition = "true") =>
  `(select id from ${table} x where ${condition} and ${isUsable("x.id")} limit 1)`;

/** Learners of running batches; each call is measured with all of them in turn. */
export async function findSubjects(pool: Pool, wanted: number): Promise<Subject[]> {
  const { rows } = await pool.query<Subject & { trainer: string }>(
    `with running as materialized (
       select b.id, b.trainer_id, c.course_id, ${any("homework", "x.batch_id = b.id")} as homework, ${any("recording", "x.batch_id = b.id")} as recording,
         ${any("live_class", "x.trainer_id = b.trainer_id")} as class, ${any("batch", "x.trainer_id = b.trainer_id")} as batch
       from batch b join course c on c.id = b.course_id where b.starts_at < now() and b.ends_at > now() + interval '1 day' and c.course_id like 'course-%'
       order by md5(b.id::text) limit 1000)
     select l.id as learner, b.course_id as course, b.batch, b.class, b.homework, b.recording, ${any("payment_order", "x.learner_id = l.id")} as order,
       ${any("lead", "x.owner_id is not null")} as lead, f.certificate_id as "certificateId", l.mobile_number as number, lower(l.last_name) as surname,
       b.trainer_id as trainer, i.number as invoice, md5('showcase1') as showcase, ${any("webinar")} as webinar
     from running b join batch_place x on x.batch_id = b.id join purchase p on p.id = x.purchase_id
     join learner l on l.id = p.learner_id join certificate f on f.learner_id = l.id join invoice i on i.purchase_id = p.id
     where b.homework is not null and b.recording is not null and b.class is not null and b.batch is not null
       and exists (select from attendance_change m where m.learner_id = l.id) and ${isUsable("p.order_id")}
     order by md5(l.id::text) limit $1`,
    [wanted],
  );
  const { rows: owners } = await pool.query(
    `insert into staff (id, name, email, roles, invited_at) values (${idOf("owner", 1)}, 'Owner', 'scale-owner@example.com', '["owner"]', now())
     on conflict (id) do update set name = excluded.name returning id`,
  );
  const subjects: Subject[] = [];
  for (const { trainer, ...found } of rows) {
    const [learnerToken, trainerToken, ownerToken] = [newSecret(), newSecret(), newSecret()];
    await pool.query(
      "insert into session (hash, learner_id, started_at, used_at, confirmed_at) values ($1, $2, now(), now(), now())",
      [hashSecret(learnerToken), found.learner],
    );
    for (const [token, id] of [
      [trainerToken, trainer],
      [ownerToken, owners[0].id],
    ])
      await pool.query(
        "insert into staff_session (hash, staff_id, browser, started_at, used_at, proved_at) values ($1, $2, 'Bench', now(), now(), now())",
        [hashSecret(token), id],
      );
    subjects.push({ ...found, learnerToken, trainerToken, ownerToken });
  }
  return subjects;
}
