import { optionsPerQuestion, quizLanguages, quizLevels } from "@shoreline/domain/quiz";
import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { ContentKind } from "../../content/kind.ts";
import { PicturePath, pictureField } from "../../content/picture-path.ts";
import { nameOf, uniqueBy } from "../../content/references.ts";
import type { Db } from "../../db/connect.ts";
import { takeNew } from "../../db/excluded.ts";
import { collection, question } from "../../db/tables/quiz.ts";
import { collectionShape, questionShape } from "./shapes.ts";

const text = z.string().min(1);
const code = z.string().transform((lines) => lines.trimEnd());

const QuestionFile = z
  .strictObject({
    question: text,
    code: code.default(""),
    language: z.enum(quizLanguages).optional(),
    /** The program prints the answer, or it fails with this text. A test runs the program to check. */
    prints: z.boolean().default(false),
    /** The options are code, so they are set as code. The output of a program always is. */
    codeOptions: z.boolean().default(false),
    fails: text.optional(),
    options: z.array(text).length(optionsPerQuestion),
    answer: text,
    explanation: text,
    level: z.enum(quizLevels),
  })
  .refine(({ options }) => new Set(options).size === options.length, {
    path: ["options"],
    error: "must not contain the same option twice",
    when: hasOptions,
  })
  .refine(({ options, answer }) => options.includes(answer), {
    path: ["answer"],
    error: "must be one of the options",
    when: hasOptions,
  });

/** Mistakes in other fields do not matter. */
function hasOptions({ value }: { value: unknown }): boolean {
  return Array.isArray((value as { options?: unknown } | null)?.options);
}

const TopicFile = z.strictObject({
  // The topic becomes part of an address.
  topic: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} &-]{1,39}$/u, "must have 2 to 40 letters, digits, spaces, & or -"),
  about: text,
  setup: code.default(""),
  questions: z.array(QuestionFile).min(1),
});

export const CollectionFile = z.strictObject({
  languageName: text,
  position: z.int32(),
  bgColor: z.string().regex(/^#[0-9a-f]{6}$/i),
  languageImage: PicturePath,
  course: text.optional(),
  language: z.enum(quizLanguages),
  topics: uniqueBy(z.array(TopicFile).min(1), "topic"),
});

export type CollectionFile = z.output<typeof CollectionFile>;

const quizKind: ContentKind = {
  name: "quiz",
  schema: collectionShape.schema.extend({ questions: z.array(questionShape.schema) }),
  read(reading) {
    const course = nameOf(reading.folder, { what: "course", files: "courses" }).optional();
    const file = CollectionFile.extend({ course, languageImage: pictureField(reading, "logo") });
    const files = reading.folder.readAll("quiz", () => file);
    return new Map(
      [...files].map(([id, { topics, course: courseId, ...rest }]) => {
        return [
          id,
          {
            ...rest,
            courseId: courseId ?? null,
            topics: topics.map(({ topic, about, setup }) => ({ topic, about, setup })),
            questions: topics.flatMap(({ topic, questions }) =>
              questions.map(({ prints, codeOptions, fails, language = rest.language, ...asked }, position) => {
                return { ...asked, language, isCode: prints || codeOptions, topic, position };
              }),
            ),
          },
        ];
      }),
    );
  },
  async list(db) {
    const [collections, questions] = await Promise.all([
      db.select().from(collection),
      db.select().from(question).orderBy(asc(question.position)),
    ]);
    const byCollection = Map.groupBy(questions, ({ collectionId }) => collectionId);
    return new Map(
      collections.map(({ id, ...rest }) => {
        // Somebody may have broken the column by hand.
        const order = Array.isArray(rest.topics) ? rest.topics.map((one) => one?.topic) : [];
        const own = (byCollection.get(id) ?? []).map(({ id: _, collectionId, ...asked }) => asked);
        // Sorting is stable: within a topic the questions stay in their order.
        return [id, { ...rest, questions: own.sort((a, b) => order.indexOf(a.topic) - order.indexOf(b.topic)) }];
      }),
    );
  },
  async add(db, id, { questions, ...rest }) {
    await db.insert(collection).values({ id, ...rest } as typeof collection.$inferInsert);
    await putQuestions(db, id, questions as Asked[]);
  },
  async change(db, id, { questions, ...rest }) {
    await db.update(collection).set(rest).where(eq(collection.id, id));
    await putQuestions(db, id, questions as Asked[]);
  },
  async remove(db, id) {
    await db.delete(collection).where(eq(collection.id, id));
  },
};

export const quizContent: ContentKind[] = [quizKind];

type Asked = Omit<typeof question.$inferInsert, "id" | "collectionId">;

/** A question keeps its id while its place stays, so that a test that somebody is taking can still be marked. */
async function putQuestions(db: Db, collectionId: string, questions: Asked[]): Promise<void> {
  if (questions.length > 0)
    await db
      .insert(question)
      .values(questions.map((one) => ({ ...one, collectionId })))
      .onConflictDoUpdate({
        target: [question.collectionId, question.topic, question.position],
        set: takeNew(["question", "code", "language", "options", "isCode", "answer", "explanation", "level"]),
      });
  const places = questions.map((one) => ({ topic: one.topic, position: one.position }));
  await db.execute(sql`
    delete from question where collection_id = ${collectionId} and not exists (
      select from json_to_recordset(${JSON.stringify(places)}::json) as kept (topic text, position int)
      where kept.topic = question.topic and kept.position = question.position
    )`);
}
