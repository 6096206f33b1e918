import { certificateStates } from "@shoreline/domain/progress";
import { z } from "zod";

const moment = z.iso.datetime();

export const CertificateStanding = z.object({
  state: z
    .enum(certificateStates)
    .describe("Earned: not issued yet. Out of reach: too few classes are left. Not planned: no classes yet"),
  needs: z.array(z.string()).describe("What is still needed, in words; empty: nothing but the last class"),
});

/** How far a learner is in a course. */
export const progressFacts = {
  courseId: z.string(),
  course: z.string(),
  hasBatch: z.boolean().describe("False: waits for a batch"),
  classes: z.int().describe("All that count for the learner"),
  held: z.int(),
  attended: z.int(),
  recordings: z.int(),
  watched: z.int(),
  homework: z.object({
    open: z.int().describe("Nothing is handed in, also of what is overdue"),
    overdue: z.int(),
    handedIn: z.int().describe("Waits for the trainer"),
    givenBack: z.int(),
    done: z.int(),
    points: z.int(),
    mostPoints: z.int().describe("Of what was graded with points; 0: nothing was"),
  }),
  certificate: CertificateStanding,
};

const HeldClass = z.object({
  number: z.int(),
  topic: z.string(),
  startsAt: moment,
  isAttended: z.boolean(),
  recordingId: z.string().nullable().describe("A recording that plays in the page; null: none"),
  recordingUrl: z.string().describe("A recording elsewhere; empty: none"),
});
export type HeldClass = z.infer<typeof HeldClass>;

const TakenTest = z.object({
  collectionId: z.string(),
  name: z.string().describe("Of the collection"),
  topic: z.string(),
  best: z.int().describe("In percent"),
  times: z.int(),
  takenAt: moment.describe("The last time"),
  isFinal: z.boolean().describe("The certificate asks for it"),
});
export type TakenTest = z.infer<typeof TakenTest>;

export const progressDetail = {
  ...progressFacts,
  heldClasses: z.array(HeldClass).describe("The latest first"),
  tests: z.array(TakenTest).describe("Practice tests of the course since the purchase, the latest first"),
};
