// What a hundred institutes have in one database. A table's rows are numbered by `i`, and its columns are SQL of that number.
export type Size = { learners: number; courses: number };
export type Table = { name: string; rows: number; columns: Record<string, string> };

/** A hundred institutes; one of them has a hundredth of everything. */
export const hundredInstitutes: Size = { learners: 1_000_000, courses: 10_000 };

export const perBatch = 50;
export const classesPerBatch = 20;

export const idOf = (kind: string, n: string | number) => `md5('${kind}' || (${n}))::uuid`;
const secretOf = (kind: string, n: string | number) => `encode(sha256(('${kind}' || (${n}))::bytea), 'hex')`;

/** Everything that happened is spread over two years, and each row is at another moment. */
const spread = (rows: number) => `now() - interval '1 day' - i * interval '${Math.round(63_000_000 / rows)} seconds'`;
const batch = `(i - 1) / ${perBatch}`;
// Each learner was in five classes of the batch, which began six days ago or earlier.
const fifth = "(i - 1) / 5 + 1";
const number = (n: string) => `(6000000000 + (${n}))::text`;
const number91 = (n: string) => `'+91' || ${number(n)}`;
const mailOf = (n: string) =>
  `'person' || (${n}) || '@' || (array['gmail', 'mail', 'school', 'post'])[1 + (${n}) % 4] || '.example'`;
const nameOf = (n: string) =>
  `(array['Kavya', 'Arun', 'Meera', 'Ravi', 'Anitha', 'Suresh', 'Divya', 'Karthik'])[1 + (${n}) % 8] || ' ' || initcap(substr(md5((${n})::text), 1, 7))`;
const words =
  "'How do I read a file line by line, and what does number ' || i || ' mean in the second homework of the week?'";

export function modelOf({ learners, courses }: Size): Table[] {
  const batches = learners / perBatch;
  const trainers = batches / 10;
  const of = (share: number) => Math.round(learners * share);
  const table = (name: string, rows: number, columns: Record<string, string>): Table => ({ name, rows, columns });
  const learner = (n = "i") => idOf("learner", n);
  const any = (n: string, kind: string, count: number) => idOf(kind, `1 + (${n})::bigint * 7919 % ${count}`);
  const courseOf = (b: string) => idOf("course", `1 + (${b}) % ${courses}`);
  // A trainer has ten batches, one every five days and each at another hour: four of them run at a time, whatever the size.
  const startOf = (b: string) =>
    `date_trunc('day', now()) - (6 + ((${b})::bigint % ${trainers} * 7 + (${b}) / ${trainers} * 5) % 50) * interval '1 day' + interval '2 hours' + (${b}) / ${trainers} * interval '1 hour'`;
  const classOf = (b: string, k: string) => idOf("class", `(${b}) * ${classesPerBatch} + (${k})`);
  const homeworkOf = (b: string, k: string) => idOf("homework", `(${b}) * 5 + (${k})`);

  return [
    table("staff", trainers, {
      id: idOf("staff", "i"),
      name: nameOf("i"),
      email: "'staff' || i || '@school.example'",
      roles: `'["trainer"]'`,
      invited_at: "now()",
    }),
    table("course", courses, {
      id: idOf("course", "i"),
      course_id: "'course-' || i",
      name: "'Course ' || initcap(substr(md5(i::text), 1, 6)) || ' ' || i",
      image: "'/pictures/course.svg'",
      field: "(array['programming', 'web', 'data', 'office'])[1 + i % 4]",
      level: "(array['beginner', 'intermediate', 'advanced'])[1 + i % 3]",
      position: "1000 + i",
      description: "'What everybody should know about ' || md5(i::text)",
      duration_in_hours: "20",
      price_in_paise: "2599900",
      outcomes: `'["You can read programs", "You can write them"]'`,
      syllabus: `jsonb_build_array(jsonb_build_object('title', 'Part ' || md5(i::text), 'topics', '["Values", "Loops", "Functions", "Files"]'::jsonb))`,
      questions: `'[{"question": "Is there a test?", "answer": "Yes, at the end."}]'`,
    }),
    table("batch", batches, {
      id: idOf("batch", "i - 1"),
      course_id: courseOf("i - 1"),
      batch_time: "'9-10'",
      batch_type: "'week-days'",
      starts_at: startOf("i - 1"),
      ends_at: `${startOf("i - 1")} + interval '${classesPerBatch} days 1 hour'`,
      seats: "60",
      name: "'Batch ' || i",
      trainer_id: idOf("staff", `1 + (i - 1) % ${trainers}`),
    }),
    table("live_class", batches * classesPerBatch, {
      id: idOf("class", "i"),
      batch_id: idOf("batch", `(i - 1) / ${classesPerBatch}`),
      number: `1 + (i - 1) % ${classesPerBatch}`,
      starts_at: `${startOf(`(i - 1) / ${classesPerBatch}`)} + (1 + (i - 1) % ${classesPerBatch}) * interval '1 day'`,
      minutes: "60",
      topic: "'Topic ' || i % 20",
      trainer_name: "'Meera Krishnan'",
      trainer_id: idOf("staff", `1 + (i - 1) / ${classesPerBatch} % ${trainers}`),
      changed_at: "now() - interval '60 days'",
      finished_at: "now() - interval '60 days'",
    }),
    table("learner", learners, {
      id: learner(),
      country_code: "'+91'",
      mobile_number: number("i"),
      first_name: `split_part(${nameOf("i")}, ' ', 1)`,
      last_name: `split_part(${nameOf("i")}, ' ', 2)`,
      gender: "(array['female', 'male'])[1 + i % 2]",
      date_of_birth: "date '1995-01-01' + (i % 4000)::int",
      email: mailOf("i"),
      occupation: "'student'",
      inst_or_org: "'Anna University'",
      state: "'Tamil Nadu'",
      country: "'india'",
      skills: `'["HTML", "Patience"]'`,
      created_at: spread(learners),
      updated_at: "now() - interval '3 days'",
    }),
    table("session", of(1.2), {
      hash: secretOf("session", "i"),
      id: idOf("session", "i"),
      learner_id: learner(`1 + i % ${learners}`),
      started_at: "now() - interval '5 days' - i * interval '1 second'",
      used_at: "now() - interval '1 day' - i % 86400 * interval '10 seconds'",
      browser: "'Firefox on Linux'",
      confirmed_at: "now() - interval '5 days'",
    }),
    table("known_device", of(0.5), { hash: secretOf("device", "i"), number: number91("i"), seen_at: spread(of(0.5)) }),
    table("one_time_code", of(0.1), {
      number: number91("i * 10"),
      hash: "md5(i::text)",
      salt: "md5(i::text)",
      tries_left: "5",
      sent_at: spread(of(0.1)),
    }),
    table("guardian", of(0.03), {
      learner_id: learner("i * 30"),
      full_name: nameOf("i"),
      number: number91(`${learners} + i`),
      consented_to: "'privacy-policy'",
      confirmed_at: spread(of(0.03)),
    }),
    table("passkey", of(0.1), {
      id: "md5('passkey' || i)",
      learner_id: learner("i * 10"),
      public_key: "repeat(md5(i::text), 3)",
      counter: "0",
      transports: `'["internal"]'`,
      browser: "'Chrome on Android'",
      added_at: spread(of(0.1)),
    }),
    table("push_subscription", of(0.2), {
      id: idOf("push", "i"),
      learner_id: learner("i * 5"),
      session_id: idOf("session", "i * 5"),
      endpoint: "'https://push.example/' || md5(i::text)",
      p256dh: "repeat(md5(i::text), 2)",
      auth: "substr(md5(i::text), 1, 22)",
      device: "'Chrome on Android'",
      added_at: spread(of(0.2)),
    }),
    table("notification", of(10), {
      id: idOf("notification", "i"),
      learner_id: learner(`1 + i % ${learners}`),
      title: "'Class ' || i % 20 || ' tomorrow'",
      text: "'Your class about topic ' || i % 977 || ' begins tomorrow at nine in the morning.'",
      link: "'/learn/schedule'",
      sent_at: spread(of(10)),
      read_at: "case when i % 5 = 0 then null else now() - interval '1 hour' end",
    }),
    table("payment_order", of(1.2), {
      id: idOf("order", "i"),
      provider_order_id: "'order_' || md5(i::text)",
      learner_id: learner(`1 + (i - 1) % ${learners}`),
      kind: "'course'",
      item_id: courseOf(batch),
      amount_in_paise: "2599900",
      currency: "'INR'",
      state: `case when i <= ${learners} then 'spent' else 'created' end`,
      details: `'{"batchTime": "9-10", "batchType": "week-days"}'`,
      created_at: spread(of(1.2)),
      paid_at: `case when i <= ${learners} then ${spread(of(1.2))} end`,
      spent_at: `case when i <= ${learners} then ${spread(of(1.2))} end`,
    }),
    table("payment", learners, {
      provider_payment_id: "'pay_' || md5(i::text)",
      order_id: idOf("order", "i"),
      status: "'captured'",
      method: "(array['upi', 'card', 'netbanking'])[1 + i % 3]",
      amount_in_paise: "2599900",
      currency: "'INR'",
      first_seen_at: spread(of(1.2)),
      captured_at: spread(of(1.2)),
      fee_in_paise: "60000",
      fee_tax_in_paise: "9000",
    }),
    table("purchase", learners, {
      id: idOf("purchase", "i"),
      learner_id: learner(),
      course_id: courseOf(batch),
      batch_time: "'9-10'",
      batch_type: "'week-days'",
      purchased_at: spread(of(1.2)),
      order_id: idOf("order", "i"),
      amount_in_paise: "2599900",
      method: "'upi'",
      confirmed_at: spread(of(1.2)),
    }),
    table("batch_place", learners, {
      purchase_id: idOf("purchase", "i"),
      batch_id: idOf("batch", batch),
      placed_at: spread(of(1.2)),
    }),
    table("invoice", learners, {
      id: idOf("invoice", "i"),
      number: "'S/' || i",
      financial_year: "'2026-27'",
      serial: "i",
      purchase_id: idOf("purchase", "i"),
      learner_id: learner(),
      order_id: idOf("order", "i"),
      content: invoice,
      issued_at: spread(of(1.2)),
    }),
    table("refund", of(0.02), {
      id: idOf("refund", "i"),
      order_id: idOf("order", "i * 50"),
      provider_payment_id: "'pay_' || md5((i * 50)::text)",
      purchase_id: idOf("purchase", "i * 50"),
      amount_in_paise: "100000",
      reason: "'other'",
      way: "'source'",
      state: "'done'",
      ends_access: "false",
      provider_refund_id: "'rfnd_' || i",
      asked_at: spread(of(0.02)),
      done_at: spread(of(0.02)),
    }),
    table("credit_note", of(0.02), {
      id: idOf("credit", "i"),
      number: "'C/' || i",
      financial_year: "'2026-27'",
      serial: "i",
      invoice_id: idOf("invoice", "i * 50"),
      refund_id: idOf("refund", "i"),
      content: invoice,
      issued_at: spread(of(0.02)),
    }),
    table("settlement", of(0.002), {
      provider_settlement_id: "'setl_' || i",
      amount_in_paise: "500 * 2500000::bigint",
      fee_in_paise: "500 * 60000",
      fee_tax_in_paise: "500 * 9000",
      settled_at: spread(of(0.002)),
      imported_at: spread(of(0.002)),
    }),
    table("settlement_line", learners, {
      provider_settlement_id: "'setl_' || (1 + (i - 1) / 500)",
      entity_id: "'pay_' || md5(i::text)",
      kind: "'payment'",
      credit_in_paise: "2530900",
      debit_in_paise: "0",
      fee_in_paise: "60000",
      fee_tax_in_paise: "9000",
    }),
    table("sale", of(0.2), {
      id: idOf("sale", "i"),
      learner_id: learner("i * 5"),
      course_id: courseOf(`(i * 5 - 1) / ${perBatch}`),
      batch_time: "'9-10'",
      batch_type: "'week-days'",
      list_price_in_paise: "2599900",
      state: "case when i % 50 = 0 then 'open' else 'bought' end",
      purchase_id: idOf("purchase", "i * 5"),
      made_at: spread(of(0.2)),
    }),
    table("due", of(0.6), {
      id: idOf("due", "i"),
      sale_id: idOf("sale", "1 + (i - 1) / 3"),
      number: "1 + (i - 1) % 3",
      amount_in_paise: "866600",
      due_on: `(${spread(of(0.6))})::date + 60`,
      state: "case when i % 100 = 0 then 'open' else 'paid' end",
      settled_at: `case when i % 100 = 0 then null else ${spread(of(0.6))} end`,
      last_reminder: "case when i % 100 = 0 then 60 end",
      link_token: "md5('due' || i)",
    }),
    table("coupon", courses / 10, {
      id: idOf("coupon", "i"),
      code: "'SAVE' || i",
      discount: `'{"percent": 10}'`,
      starts_at: "now() - interval '1 year'",
      made_at: "now() - interval '1 year'",
    }),
    table("coupon_use", of(0.1), {
      id: idOf("use", "i"),
      coupon_id: idOf("coupon", `1 + i % ${courses / 10}`),
      order_id: idOf("order", "i * 10"),
      learner_id: learner("i * 10"),
      course_id: courseOf(`(i * 10 - 1) / ${perBatch}`),
      discount_in_paise: "259990",
      at: spread(of(0.1)),
    }),
    table("attendance", of(5), {
      learner_id: learner(fifth),
      class_id: classOf(`((${fifth}) - 1) / ${perBatch}`, "1 + (i - 1) % 5"),
      first_joined_at: spread(of(5)),
      last_joined_at: spread(of(5)),
      source: "'joined'",
    }),
    table("attendance_change", of(1), {
      id: idOf("mark", "i"),
      class_id: classOf(`((i - 1) / 2) / ${perBatch}`, "1 + (i - 1) % 2"),
      learner_id: learner("(i - 1) / 2 + 1"),
      mark: "'present'",
      source: "'roll-call'",
      at: spread(of(1)),
      stored_at: spread(of(1)),
    }),
    // Every running batch was told of the classes of its next two days.
    table("class_news", of(1), {
      learner_id: learner("(i - 1) / 2 + 1"),
      class_id: classOf(`((i - 1) / 2) / ${perBatch}`, "1 + (i - 1) % 2"),
      kind: "'evening'",
      starts_at: spread(of(1)),
    }),
    ...learningOf({ of, table, learner, courseOf, classOf, homeworkOf, batches }),
    ...leadsOf({ of, table, learner, any }),
    ...logsOf({ of, table, learner }),
  ];
}

const invoice = `jsonb_build_object('number', 'S/' || i, 'issuedOn', '2026-10-10', 'totalInPaise', 2599900,
  'institute', '{"name": "Sea School", "gstin": "34AAACS1234A1Z5", "state": "Puducherry", "stateCode": "34", "address": ["14 Lighthouse Street", "Puducherry 605001"], "email": "hello@example.com", "phone": "+91 90000 00000"}'::jsonb,
  'buyer', jsonb_build_object('name', ${nameOf("i")}, 'email', ${mailOf("i")}, 'mobile', ${number91("i")}, 'state', 'Tamil Nadu', 'country', 'India'),
  'placeOfSupply', jsonb_build_object('code', (30 + i % 8)::text, 'name', 'A state'),
  'lines', jsonb_build_array(jsonb_build_object('description', 'Online course: Course ' || i % 97, 'sac', '999293', 'quantity', 1, 'amountInPaise', 2203305)),
  'tax', '{"ratePercent": 18, "cgstInPaise": 198297, "sgstInPaise": 198298, "igstInPaise": 0}'::jsonb,
  'payment', jsonb_build_object('method', 'UPI', 'reference', 'pay_' || md5(i::text), 'paidOn', '2026-10-10'),
  'amountInWords', 'Rupees Twenty-Five Thousand Nine Hundred Ninety-Nine Only')`;

type Parts = {
  of(share: number): number;
  table(name: string, rows: number, columns: Record<string, string>): Table;
  learner(n?: string): string;
  any(n: string, kind: string, count: number): string;
};
type Learning = Omit<Parts, "any"> & {
  courseOf(b: string): string;
  classOf(b: string, k: string): string;
  homeworkOf(b: string, k: string): string;
  batches: number;
};

function learningOf({ of, table, learner, courseOf, classOf, homeworkOf, batches }: Learning): Table[] {
  const half = "(i - 1) / 2 + 1";
  const halfBatch = `((i - 1) / 2) / ${perBatch}`;
  return [
    table("homework", batches * 5, {
      id: idOf("homework", "i"),
      batch_id: idOf("batch", "(i - 1) / 5"),
      class_id: classOf("(i - 1) / 5", "1 + (i - 1) % 5"),
      title: "'Homework ' || i % 5",
      text: words,
      due_on: "current_date - 3",
      set_at: "now() - interval '9 days' - i % 1000 * interval '1 hour'",
    }),
    table("homework_work", of(1), {
      homework_id: homeworkOf(halfBatch, "1 + (i - 1) % 2"),
      learner_id: learner(half),
      state: "case when i % 20 = 0 then 'handed in' else 'done' end",
      points: "8",
      changed_at: spread(of(1)),
    }),
    table("submission", of(0.5), {
      id: idOf("submission", "i"),
      homework_id: homeworkOf(batch, "1"),
      learner_id: learner(),
      version: "1",
      text: words,
      at: spread(of(0.5)),
      is_late: "false",
    }),
    table("submission_sketch", of(0.5), { submission_id: idOf("submission", "i"), sketch: "array[i, i + 7, i + 77]" }),
    table("grading", of(0.5), {
      id: idOf("grading", "i"),
      homework_id: homeworkOf(batch, "1"),
      learner_id: learner(),
      version: "1",
      outcome: "'done'",
      points: "8",
      comment: "'Well done.'",
      at: spread(of(0.5)),
    }),
    table("class_question", of(0.2), {
      id: idOf("question", "i"),
      course_id: courseOf(`(i * 5 - 1) / ${perBatch}`),
      batch_id: idOf("batch", `(i * 5 - 1) / ${perBatch}`),
      class_id: classOf(`(i * 5 - 1) / ${perBatch}`, "1"),
      learner_id: learner("i * 5"),
      is_private: "false",
      title: "'What does number ' || i || ' mean?'",
      text: words,
      asked_at: spread(of(0.2)),
      last_at: spread(of(0.2)),
      answers: "1",
      is_open: "i % 50 = 0",
    }),
    table("question_words", of(0.2), {
      question_id: idOf("question", "i"),
      scope_id: idOf("batch", `(i * 5 - 1) / ${perBatch}`),
      text: words,
    }),
    table("class_answer", of(0.2), {
      id: idOf("answer", "i"),
      question_id: idOf("question", "i"),
      learner_id: learner("i * 5"),
      is_by_staff: "false",
      text: "'Look at the third line.'",
      at: spread(of(0.2)),
    }),
    table("question_seen", of(0.4), {
      learner_id: learner("1 + (i - 1) * 5 / 2"),
      question_id: idOf("question", "1 + (i - 1) / 2"),
      seen_at: spread(of(0.4)),
    }),
    table("lesson_file", batches * 5, {
      id: idOf("film", "i"),
      course_id: courseOf("(i - 1) / 5"),
      name: "'film.mp4'",
      type: "'video/mp4'",
      bytes: "100000000",
      state: "'ready'",
      sha256: secretOf("film", "i"),
      created_at: spread(batches * 5),
      stored_at: spread(batches * 5),
    }),
    table("recording", batches * 5, {
      id: idOf("recording", "i"),
      course_id: courseOf("(i - 1) / 5"),
      batch_id: idOf("batch", "(i - 1) / 5"),
      class_id: classOf("(i - 1) / 5", "1 + (i - 1) % 5"),
      file_id: idOf("film", "i"),
      name: "'Class ' || i % 5",
      seconds: "3600",
      added_at: spread(batches * 5),
    }),
    table("transcript_line", batches * 50, {
      recording_id: idOf("recording", "1 + (i - 1) / 10"),
      language: "'en'",
      number: "i % 10",
      starts_ms: "i % 10 * 5000",
      ends_ms: "i % 10 * 5000 + 5000",
      text: words,
      scope_id: idOf("batch", "(i - 1) / 50"),
    }),
    table("watch", of(1), {
      learner_id: learner(half),
      recording_id: idOf("recording", `(${halfBatch}) * 5 + 1 + (i - 1) % 2`),
      position: "1200",
      opened_at: spread(of(1)),
      reported_at: spread(of(1)),
      watched_at: spread(of(1)),
    }),
    table("material", batches * 2, {
      id: idOf("material", "i"),
      course_id: courseOf("(i - 1) / 2"),
      batch_id: idOf("batch", "(i - 1) / 2"),
      kind: "'link'",
      name: "'Slides ' || i",
      url: "'https://slides.example/' || i",
      added_at: spread(batches * 2),
    }),
    table("digest_item", of(0.5), {
      id: idOf("digest", "i"),
      learner_id: learner(),
      kind: "'material'",
      title: "'Slides ' || i",
      link: "'/learn/material'",
      about: "i::text",
      at: spread(of(0.5)),
      told_at: "now() - interval '1 hour'",
      mailed_at: "now() - interval '1 hour'",
    }),
    table("digest_reader", of(0.5), {
      id: idOf("reader", "i"),
      learner_id: learner(),
      told_at: "now() - interval '1 hour'",
      mailed_on: "current_date",
    }),
    table("pause", of(0.01), {
      id: idOf("pause", "i"),
      purchase_id: idOf("purchase", "i * 100"),
      learner_id: learner("i * 100"),
      reason: "'An examination'",
      paused_at: spread(of(0.01)),
      resumed_at: "now() - interval '1 hour'",
    }),
    table("waiting_place", of(0.02), {
      id: idOf("waiting", "i"),
      batch_id: idOf("batch", `i % ${batches}`),
      learner_id: learner("i * 50"),
      state: "case when i % 50 = 0 then 'waiting' else 'lapsed' end",
      asked_at: spread(of(0.02)),
    }),
    table("certificate", of(0.3), {
      id: idOf("certificate", "i"),
      certificate_id: "'SEA-' || i",
      prefix: "'SEA'",
      serial: "i",
      learner_id: learner("i * 3"),
      purchase_id: idOf("purchase", "i * 3"),
      student_name: nameOf("i * 3"),
      student_profile: "'/pictures/learner.svg'",
      student_id: "'S' || i",
      course_key: `'course-' || (1 + (i * 3 - 1) / ${perBatch} % ${batches / 2})`,
      course_completed: "'Course ' || i % 97",
      learned_skills: `'["Python", "Files"]'`,
      printed: `'{"institute": "Sea School", "city": "Puducherry", "timeZone": "Asia/Kolkata", "hours": 20, "signatory": null}'`,
      earned_at: spread(of(0.3)),
      issued_at: spread(of(0.3)),
      issued_by: "'rule'",
      signed_at: spread(of(0.3)),
    }),
    table("certificate_proof", of(0.3), {
      id: idOf("certificate", "i"),
      credential: `'{"proof": "' || repeat(md5(i::text), 6) || '"}'`,
      jwt: "repeat(md5(i::text), 6)",
      status_list: "1 + i / 131072",
      status_index: "i % 131072",
    }),
    table("showcase", of(0.05), {
      learner_id: learner("i * 20"),
      token: "md5('showcase' || i)",
      created_at: spread(of(0.05)),
    }),
    table("calendar_feed", of(0.1), {
      learner_id: learner("i * 10"),
      token: "md5('feed' || i)",
      made_at: spread(of(0.1)),
    }),
    table("result", of(0.5), {
      id: "md5('result' || i)",
      username: nameOf("i"),
      email: mailOf("i"),
      collection_id: "'python'",
      language_name: "'Python'",
      language: "'python'",
      topic: "'Basics'",
      setup: "''",
      answer_key: `'[{"question": "What is 1 + 1?", "answer": "2", "given": "2"}]'`,
      correct: "8",
      wrong: "1",
      skipped: "1",
      total: "10",
      consented_to: "'privacy-policy'",
      taken_at: spread(of(0.5)),
      learner_id: learner(),
    }),
  ];
}

function leadsOf({ of, table, learner, any }: Parts): Table[] {
  const form = { email: mailOf("i"), consented_to: "'privacy-policy'", page: "'/'" };
  const webinars = Math.max(1, of(0.001));
  return [
    table("lead", of(1), {
      id: idOf("lead", "i"),
      name: nameOf("i"),
      email: mailOf("i"),
      number: number91("i"),
      status: "(array['new', 'contacted', 'visiting', 'enrolled', 'lost', 'lost'])[1 + i % 6]",
      owner_id: `case when i % 4 = 0 then ${idOf("staff", "1 + i % 20")} end`,
      next_call_at: "case when i % 200 = 0 then now() + i % 1000 * interval '1 hour' end",
      reminded_at: "case when i % 200 = 0 then now() end",
      tags: `case when i % 100 = 0 then '["referred"]'::jsonb else '[]' end`,
      source: "(array['popup', 'contact', 'syllabus', 'webinar', 'test', 'subscription'])[1 + i % 6]",
      landing_page: "'/courses/course-' || i % 500",
      campaign: `case when i % 10 = 0 then jsonb_build_object('utm_campaign', 'c' || i % 50, 'utm_source', 'google') else '{}' end`,
      came_at: spread(of(1)),
      last_at: spread(of(1)),
      learner_id: `case when i % 3 = 0 then ${learner()} end`,
    }),
    table("lead_event", of(1), {
      lead_id: idOf("lead", "(i - 1) / 2 + 1"),
      at: spread(of(1)),
      kind: "(array['popup', 'note'])[1 + i % 2]",
      text: "'Wants to know when it begins'",
      email: mailOf("(i - 1) / 2 + 1"),
      number: number91("(i - 1) / 2 + 1"),
      source_row: "'model:' || i",
    }),
    table("course_enquiry", of(0.3), {
      ...form,
      id: idOf("enquiry", "i"),
      name: nameOf("i"),
      mobile_number: number91("i"),
      course: "'Python'",
      other_course_name: "''",
      description: "'When does it begin?'",
      sent_at: spread(of(0.3)),
    }),
    table("contact_enquiry", of(0.1), {
      ...form,
      id: idOf("contact", "i"),
      enquiry_for: "'course'",
      full_name: nameOf("i"),
      mobile_number: number91("i"),
      query: "'When does it begin?'",
      sent_at: spread(of(0.1)),
    }),
    table("syllabus_download", of(0.4), {
      ...form,
      id: idOf("download", "i"),
      course_id: "'python'",
      course_name: "'Python'",
      name: nameOf("i"),
      country_code: "'+91'",
      mobile_number: number("i"),
      sent_at: spread(of(0.4)),
    }),
    table("subscription", of(0.3), {
      ...form,
      id: idOf("subscription", "i"),
      source: "'footer'",
      token: "md5('subscription' || i)",
      subscribed_at: spread(of(0.3)),
    }),
    table("webinar", webinars, {
      id: idOf("webinar", "i"),
      course: "'Python'",
      start_at: "now() - i * interval '1 day'",
      slug: "'webinar-' || i",
      title: "'Webinar ' || i",
      mentor: `'{"mentorName": "Meera Krishnan", "mentorImage": "/pictures/mentor.svg", "mentorEmail": "meera@example.com", "mobileNumber": "9000000000", "designation": "Trainer", "aboutMentor": "Teaches Python"}'`,
    }),
    table("webinar_seat", of(0.3), {
      id: idOf("seat", "i"),
      join_id: "md5('seat' || i)",
      webinar_id: any("i", "webinar", webinars),
      username: nameOf("i"),
      email: mailOf("i"),
      mobile_number: number91("i"),
      taken_at: spread(of(0.3)),
      confirmed_at: spread(of(0.3)),
      starts_at: spread(of(0.3)),
      link_sent_at: spread(of(0.3)),
    }),
    table("webinar_news", of(0.6), {
      seat_id: idOf("seat", "(i - 1) / 2 + 1"),
      kind: "(array['day', 'hour'])[1 + i % 2]",
      starts_at: spread(of(0.6)),
    }),
  ];
}

/** What the product writes down about its own work. Some of it is kept for a time that is much shorter than two years. */
function logsOf({ of, table, learner }: Omit<Parts, "any">): Table[] {
  return [
    table("security_event", of(0.5), {
      id: idOf("event", "i"),
      kind: "'new browser'",
      learner_id: learner(`1 + i % ${of(0.5)}`),
      at: spread(of(0.5)),
    }),
    table("sent_mail", of(0.5), {
      job_id: "'model-' || i",
      email: mailOf("i"),
      kind: "'class-reminder'",
      subject: "'Your class tomorrow'",
      sent_at: "now() - i % 7776000 * interval '1 second'",
    }),
    table("sent_message", of(0.5), {
      id: idOf("message", "i"),
      channel: "'sms'",
      template: "'one-time code'",
      number: number91("i"),
      provider_id: "'sms' || i",
      state: "case when i % 200 = 0 then 'failed' else 'delivered' end",
      sent_at: "now() - i % 7776000 * interval '1 second'",
      changed_at: "now()",
    }),
    table("webhook_event", of(0.5), {
      event_id: "'evt_' || i",
      event: "'payment.captured'",
      received_at: spread(of(0.5)),
    }),
    table("webhook", 3, {
      id: idOf("webhook", "i"),
      url: "'https://hooks.example/' || i",
      events: `'["lead.created"]'`,
      secret: "md5(i::text)",
      is_on: "false",
      added_at: "now() - interval '1 year'",
    }),
    table("webhook_delivery", of(0.3), {
      id: idOf("delivery", "i"),
      webhook_id: idOf("webhook", "1 + i % 3"),
      event: "'lead.created'",
      body: `'{"email": "person' || i || '@mail.example"}'`,
      at: "now() - i * interval '5 seconds'",
      delivered_at: "now()",
      status: "200",
    }),
    table("audit_entry", of(0.5), {
      at: spread(of(0.5)),
      staff_id: idOf("staff", "1 + i % 20"),
      who: "'Meera Krishnan'",
      action: "'changed a lead'",
      kind: "(array['lead', 'payment', 'class', 'batch'])[1 + i % 4]",
      thing_id: "md5(i::text)",
      thing: nameOf("i"),
      before: `'{"status": "new"}'`,
      after: `'{"status": "contacted"}'`,
    }),
    table("done_job", of(0.1), { job_id: "'model-' || i", done_at: "now() - i * interval '1 second'" }),
    table("rate_limit", of(0.1), {
      key: "'model:' || i",
      points: "1",
      expire: "(extract(epoch from now()) * 1000)::bigint + 3600000",
    }),
  ];
}
