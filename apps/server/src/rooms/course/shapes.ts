import { OfflineStart, SampleClass, SyllabusSection } from "@shoreline/contract";
import { z } from "zod";

const text = z.string().min(1);
const question = z.object({ question: text, answer: text });

/** The forms that pages need; PostgreSQL knows only that these columns are JSON. */
export const courseShape = {
  kind: "course",
  key: ({ courseId }: { courseId: string }) => courseId,
  schema: z.object({
    name: text,
    durationInHours: z.int(),
    outcomes: z.array(text),
    syllabus: z.array(SyllabusSection),
    questions: z.array(question),
    sample: SampleClass.nullable(),
  }),
};

export const offlineShape = {
  kind: "offline-course",
  key: courseShape.key,
  schema: z.object({
    name: text,
    outcomes: z.array(text),
    syllabus: z.array(SyllabusSection),
    starts: z.array(OfflineStart),
  }),
};

export const mentorShape = {
  kind: "mentor",
  key: ({ name }: { name: string }) => name,
  schema: z.object({ teaches: z.array(text) }),
};
