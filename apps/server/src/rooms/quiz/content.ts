import { optionsPerQuestion, quizLanguages, quizLevels } from "@shoreline/domain/quiz";
import { z } from "zod";
import type { ContentLoader } from "../../content/demo.ts";
import { readContentFolder, refuseDuplicates, refuseInvalidNames, refuseMissingPicture } from "../../content/read.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { collection, question } from "../../db/tables/quiz.ts";
import { StartError } from "../../start-error.ts";

const text = z.string().min(1);
const code = z.string().transform((lines) => lines.trimEnd());

const QuestionFile = z
  .strictObject({
    question: text,
    code: code.default(""),
    language: z.enum(quizLanguages).optional(),
    /** The program prints the answer, or it fails with this text. A test runs the program to check. */
    prints: z.boolean().default(false),
    fails: text.optional(),
    options: z.array(text).length(optionsPerQuestion),
    answer: text,
    explanation: text,
    level: z.enum(quizLevels),
  })
  .refine(({ options }) => new Set(options).size === options.length, {
    path: ["options"],
    error: "must not contain the same option twice",
  })
  .refine(({ options, answer }) => options.includes(answer), {
    path: ["answer"],
    error: "must be one of the options",
  });

const CollectionFile = z.strictObject({
  languageName: text,
  position: z.int32(),
  bgColor: z.string().regex(/^#[0-9a-f]{6}$/i),
  languageImage: text,
  course: text,
  language: z.enum(quizLanguages),
  topics: z
    .array(
      z.strictObject({
        // The topic becomes part of an address.
        topic: z
          .string()
          .regex(/^[\p{L}\p{N}][\p{L}\p{N} &-]{1,39}$/u, "must have 2 to 40 letters, digits, spaces, & or -"),
        about: text,
        setup: code.default(""),
        questions: z.array(QuestionFile).min(1),
      }),
    )
    .min(1),
});

export type CollectionFile = z.output<typeof CollectionFile>;

export const quizContent: ContentLoader = {
  load: ({ db }) => loadQuiz(db),
  /** Adds the practice tests to a demo from an earlier version. */
  async freshen({ db }) {
    if ((await db.$count(collection)) === 0) await loadQuiz(db);
  },
};

async function loadQuiz(db: Db): Promise<number> {
  const files = readCollections();
  const taught = new Set((await db.select({ courseId: course.courseId }).from(course)).map(({ courseId }) => courseId));
  for (const [id, { course: courseId, topics, ...rest }] of files) {
    if (!taught.has(courseId)) throw new StartError(`content/quiz/${id}.yaml: course: there is no course ${courseId}.`);
    const stored = topics.map(({ topic, about, setup }) => ({ topic, about, setup }));
    await db.insert(collection).values({ ...rest, id, courseId, topics: stored });
    await db.insert(question).values(
      topics.flatMap(({ topic, questions }) =>
        questions.map(({ prints, fails, language = rest.language, ...asked }, position) => {
          return { ...asked, language, isCode: prints, collectionId: id, topic, position };
        }),
      ),
    );
  }
  return [...files.values()].flatMap(({ topics }) => topics.flatMap(({ questions }) => questions)).length;
}

export function readCollections(): Map<string, CollectionFile> {
  const files = readContentFolder("quiz", CollectionFile);
  refuseInvalidNames("quiz", files.keys());
  refuseDuplicates("quiz", [...files.values()], "position");
  for (const [id, { languageImage, topics }] of files) {
    refuseMissingPicture(`quiz/${id}.yaml`, languageImage);
    refuseDuplicates(`quiz/${id}.yaml`, topics, "topic");
  }
  return files;
}
