import type { Page } from "@playwright/test";
import { query } from "./database.ts";
import { newLearner, signIn } from "./learner.ts";

const minute = 60_000;
export const room = "https://meet.jit.si/shoreline-journey";

/** A learner in a new batch; `classes` gives the start of each topic in minutes from now. */
export async function learnerWithClasses(page: Page, classes: Record<string, number>) {
  const { token, mobileNumber } = await newLearner(page.request);
  await giveClasses({ mobileNumber, courseId: "react", classes });
  await signIn(page, token);
  return { token, mobileNumber };
}

type Given = { mobileNumber: string; courseId: string; classes: Record<string, number> };

/** Gives a learner a course and a batch of its own. Returns the id of the batch. */
export async function giveClasses({ mobileNumber, courseId, classes }: Given): Promise<string> {
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * minute);
  const [purchase] = await query(
    `insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
     select l.id, c.id, '9-10', 'week-days', now() - interval '60 days' from learner l, course c
     where l.mobile_number = $1 and c.course_id = $2 returning id, course_id`,
    [mobileNumber, courseId],
  );
  const [batch] = await query(
    `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at)
     values ($1, '9-10', 'week-days', $2, $3) returning id`,
    [purchase?.course_id, new Date(now - 400 * 86_400_000), at(Math.max(...Object.values(classes)) + 60)],
  );
  await query("insert into batch_place (purchase_id, batch_id, placed_at) values ($1, $2, now())", [
    purchase?.id,
    batch?.id,
  ]);
  for (const [number, [topic, minutes]] of Object.entries(classes).entries())
    await query(
      `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, meeting_url, changed_at)
       values ($1, $2, $3, 60, $4, 'Joel Antony', $5, now())`,
      [batch?.id, number + 1, at(minutes), topic, topic.includes("Meet") ? "https://meet.google.com/abc" : room],
    );
  return String(batch?.id);
}
