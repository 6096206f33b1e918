import { Refusal } from "@shoreline/contract";
import { endsAt } from "@shoreline/domain/schedule";
import type { SignedInCtx } from "../../context.ts";
import { readSchedule } from "./kept-classes.ts";
import type { ClassRow } from "./queries.ts";

type Question = { courseId: string; question: string; attemptId: string };

/** For browsers that have the form of before; it becomes a question that only staff read. */
export async function askByForm(ctx: SignedInCtx, asked: Question) {
  const found = await readSchedule(ctx, { learnerId: ctx.learner.id, courseId: asked.courseId });
  if (!found) throw new Refusal("UNKNOWN_SCHEDULE");
  await ctx.askTrainer(ctx, asked);
  return { message: "Your question has been sent. You find it with its answer under Questions of your course." };
}

/** Who gives the class that runs or comes next, or else gave the last one; "" without classes. */
export function trainerOf(all: readonly ClassRow[], now: Date): string {
  const classes = all.filter(({ cancelledAt }) => cancelledAt === null);
  const next = classes.find((one) => endsAt(one) > now) ?? classes.at(-1);
  return next?.trainerName ?? "";
}
