import type { TestInstitute } from "./institute.ts";
import { newLearner } from "./learner.ts";
import { giveCourse } from "./paying.ts";

export type Choice = Parameters<typeof giveCourse>[2] & { email?: string };
export type ScheduledLearner = Awaited<ReturnType<typeof scheduledLearner>>;

/** A learner who has bought a course, Python unless another is chosen, with the schedule. */
export async function scheduledLearner(
  institute: TestInstitute,
  { email = "kavya@example.com", ...change }: Choice = {},
) {
  const me = await newLearner(institute, { email });
  const purchaseId = await giveCourse(institute, me, change);
  const view = () => me.schedule.view({ courseId: change.courseId ?? "python" });
  const classAt = async (moment: Date) => {
    const found = (await view()).schedules.find(({ classDate }) => classDate === moment.toISOString());
    if (!found) throw new Error(`There is no class at ${moment.toISOString()}.`);
    return found;
  };
  return { ...me, purchaseId, view, classAt };
}
