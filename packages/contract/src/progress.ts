import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { progressDetail, progressFacts } from "./progress-shapes.ts";

export type { HeldClass, TakenTest } from "./progress-shapes.ts";

export const OwnProgress = z.object(progressFacts);
export type OwnProgress = z.infer<typeof OwnProgress>;

export const CourseProgress = z.object(progressDetail);
export type CourseProgress = z.infer<typeof CourseProgress>;

const signedIn = { signedIn: true as const, limit: { points: 300, seconds: 600 } };

export const progress = {
  list: endpoint({
    summary: "How far you are in each of your courses; without those on hold",
    input: z.object({}),
    reply: z.object({ courses: z.array(OwnProgress) }),
    ...signedIn,
  }),
  read: endpoint({
    summary: "How far you are in one course: classes, recordings, homework, tests, and what the certificate needs",
    input: z.object({ courseId: z.string().min(1).max(100) }),
    reply: CourseProgress,
    refusals: ["UNKNOWN_COURSE", "CLASS_ON_HOLD"],
    ...signedIn,
  }),
};
