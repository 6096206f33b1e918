import { batchTimes, batchTypes } from "@shoreline/domain/course";
import { z } from "zod";
import { CourseCard } from "./course.ts";
import { endpoint } from "./endpoint.ts";

export const Purchase = z.object({
  _id: z.string(),
  course: CourseCard,
  purchasedDate: z.string(),
  batchTime: z.enum(batchTimes),
  batchType: z.enum(batchTypes),
});
export type Purchase = z.infer<typeof Purchase>;

export const enrolment = {
  list: endpoint({
    summary: "The courses that the learner has bought, newest first",
    input: z.object({}),
    reply: z.array(Purchase),
    signedIn: true,
  }),
};
