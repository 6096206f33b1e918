import { quizLanguages, quizLevels } from "@shoreline/domain/quiz";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { Moment, type RecordCheck } from "../../content/well-formed.ts";
import { isOurTime } from "../../db/our-time.ts";
import { result } from "../../db/tables/quiz.ts";

const text = z.string().min(1);
const language = z.enum(quizLanguages);

/** The forms that pages need; PostgreSQL knows only that some of these columns are JSON. */
export const collectionShape = {
  kind: "quiz",
  key: ({ id }: { id: string }) => id,
  schema: z.object({ language, topics: z.array(z.object({ topic: text, about: z.string(), setup: z.string() })) }),
};

/** The answers of a result, as they were asked and chosen. */
export const resultShape = {
  kind: "result",
  key: ({ id }: { id: string }) => id,
  schema: z.object({
    takenAt: Moment,
    language,
    answerKey: z.array(
      z.object({
        id: text,
        question: z.string(),
        code: z.string(),
        language,
        options: z.array(text),
        isCode: z.boolean(),
        answer: z.string(),
        explanation: z.string(),
        level: z.enum(quizLevels),
        selected: z.string().nullable(),
      }),
    ),
  }),
};

/** Results are many and large: the newest tell. */
const newest = sql`(select ${result.id} from ${result} order by ${result.takenAt} desc limit 1000)`;

export const resultCheck: RecordCheck = {
  kind: "result",
  table: result,
  key: result.id,
  isBroken: sql`${result.id} in ${newest} and (jsonb_typeof(${result.answerKey}) <> 'array' or not (${isOurTime(result.takenAt)}))`,
  problem: "answer_key or taken_at",
};

export const questionShape = {
  kind: "question",
  key: ({ id }: { id: string }) => id,
  schema: z.object({ language, level: z.enum(quizLevels), options: z.array(text).min(2) }),
};
