import { quizLanguages, quizLevels } from "@shoreline/domain/quiz";
import { z } from "zod";

const text = z.string().min(1);
const language = z.enum(quizLanguages);

/** The forms that pages need; PostgreSQL knows only that some of these columns are JSON. */
export const collectionShape = {
  kind: "quiz",
  key: ({ id }: { id: string }) => id,
  schema: z.object({ language, topics: z.array(z.object({ topic: text, about: z.string(), setup: z.string() })) }),
};

export const questionShape = {
  kind: "question",
  key: ({ id }: { id: string }) => id,
  schema: z.object({ language, level: z.enum(quizLevels), options: z.array(text).min(2) }),
};
