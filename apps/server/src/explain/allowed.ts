/** Statements that may read a large table as a whole, by words that only they have. */
export const allowed: { has: string; why: string }[] = [
  {
    has: `"class_question"."batch_id" in (`,
    why: "goes back in time until a page is full, in the order of an index",
  },
  { has: `select ctid from "webhook_delivery"`, why: "once an hour, and deliveries are kept for 30 days" },
  {
    has: "delete from webhook_delivery where (",
    why: "the erasure of one person; deliveries are kept for 30 days",
  },
  {
    has: `select * from "webhook_delivery" where (`,
    why: "the export of one person; deliveries are kept for 30 days",
  },
  {
    has: `select ctid from "rate_limit"`,
    why: "once an hour, and a row lives for a day at most; an index would cost every call more",
  },
  { has: `select ctid from "one_time_code"`, why: "once an hour, and codes live for minutes" },
  { has: `select ctid from "session"`, why: "once an hour, in steps; the test does not know how few are old" },
  {
    has: `select id from lesson_file where "lesson_file"."state" = 'ready'`,
    why: "once an hour: files to which nothing refers any more are found among all",
  },
  { has: "lower((details ->> 'email", why: "the erasure or the export of one person" },
  { has: "lower((content -> 'buyer' ->> 'email'", why: "the erasure or the export of one person" },
  { has: "with recursive up as", why: "the erasure of one person" },
  { has: "from watch w join recording r", why: "a job in steps, after an owner has changed a rule" },
  {
    has: `p.method = $3 and p.captured_at is not null`,
    why: "goes back in time until a page is full, in the order of an index",
  },
];
