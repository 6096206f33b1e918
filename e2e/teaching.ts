import type { APIRequestContext } from "@playwright/test";
import { query } from "./database.ts";
import { newLearner } from "./learner.ts";

type Given = { trainer: string; names: string[] };

/** A React class that began ten minutes ago, known to its trainer by name, with these learners. */
export async function taughtClass(request: APIRequestContext, { trainer, names }: Given) {
  const [batch] = await query(
    `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at)
     select id, '9-10', 'week-days', now() - interval '20 days', now() + interval '2 days' from course where course_id = 'react'
     returning id`,
  );
  const classes = await query(
    `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, meeting_url, changed_at)
     select $1, n, now() + (n - 2) * interval '1 day' - interval '10 minutes', 60, 'Topic ' || n, $2, 'https://meet.jit.si/shoreline-journey', now()
     from generate_series(1, 3) n returning id, number`,
    [batch?.id, trainer],
  );
  const learners: { token: string; mobileNumber: string }[] = [];
  for (const name of names) {
    const [firstName, lastName] = name.split(" ");
    const learner = await newLearner(request);
    await query(
      `with named as (update learner set first_name = $2, last_name = $3 where mobile_number = $1 returning id),
        bought as (
          insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
          select named.id, course.id, '9-10', 'week-days', now() - interval '30 days' from named, course where course_id = 'react'
          returning id
        )
       insert into batch_place (purchase_id, batch_id, placed_at) select id, $4, now() from bought`,
      [learner.mobileNumber, firstName, lastName, batch?.id],
    );
    learners.push(learner);
  }
  const classId = String(classes.find(({ number }) => number === 2)?.id ?? "");
  return { classId, learners };
}
