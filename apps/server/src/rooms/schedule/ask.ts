import { Refusal } from "@shoreline/contract";
import { batchName } from "@shoreline/domain/course";
import { endsAt } from "@shoreline/domain/schedule";
import type { SignedInCtx } from "../../context.ts";
import { once } from "../../jobs/done.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { fullName } from "../account/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { readSchedule } from "./kept-classes.ts";
import type { ClassRow } from "./queries.ts";
import { learnerAsks } from "./staff-mails.ts";

const questionsOfLearner = { points: 10, seconds: 3600 };

type Question = { courseId: string; question: string; attemptId: string };

/** Mails a learner's question to staff; the same attempt once. */
export async function askTrainer(ctx: SignedInCtx, { courseId, question, attemptId }: Question) {
  const { db, clock, learner } = ctx;
  const found = await readSchedule(ctx, { learnerId: learner.id, courseId });
  if (!found) throw new Refusal("UNKNOWN_SCHEDULE");
  const asked = ctx.counter("schedule.ask", questionsOfLearner);
  await once(
    db,
    `question ${learner.id} ${attemptId}`,
  )(async (tx) => {
    if ((await asked.count(learner.id)) > questionsOfLearner.points)
      throw new Refusal("TOO_MANY_REQUESTS", { headers: { "retry-after": String(questionsOfLearner.seconds) } });
    const { email } = await readInstitute(tx);
    const mail = mailOf(learnerAsks, {
      to: email,
      data: {
        name: fullName(learner),
        email: learner.email,
        mobile: `${learner.countryCode} ${learner.mobileNumber}`,
        courseName: found.courseName,
        batch: batchName(found),
        trainer: trainerOf(found.classes, clock.now()),
        question,
      },
    });
    await enqueue(tx, sendMail, mail);
  });
  return { message: "Your question has been sent. We answer by mail." };
}

/** Who gives the class that runs or comes next, or else gave the last one; "" without classes. */
function trainerOf(all: readonly ClassRow[], now: Date): string {
  const classes = all.filter(({ cancelledAt }) => cancelledAt === null);
  const next = classes.find((one) => endsAt(one) > now) ?? classes.at(-1);
  return next?.trainerName ?? "";
}
