import { quizLevels } from "@shoreline/domain/quiz";
import { describe, expect, test } from "vitest";
import { openFolder, shippedFolder } from "../../content/folder.ts";
import { testInstitute } from "../../test/institute.ts";
import { runners } from "../../test/programs.ts";
import { CollectionFile } from "./content.ts";

const collections = [...openFolder(shippedFolder).readAll("quiz", () => CollectionFile)];
const everyQuestion = collections.flatMap(([id, { language, topics }]) =>
  topics.flatMap(({ topic, setup, questions }) =>
    questions.map((question, n) => ({ place: `${id}, ${topic}, ${n + 1}`, language, setup, ...question })),
  ),
);
const places = (wrong: typeof everyQuestion) => wrong.map(({ place }) => place);

test("there are at least eight collections, each with at least four topics of at least twelve questions", () => {
  expect(collections.map(([id]) => id).sort()).toEqual(
    expect.arrayContaining(["python", "java", "javascript", "sql", "c", "html-css", "react", "dart"]),
  );
  for (const [id, { topics }] of collections) {
    expect([id, topics.length >= 4]).toEqual([id, true]);
    for (const { topic, questions } of topics) expect([id, topic, questions.length >= 12]).toEqual([id, topic, true]);
  }
});

test("every topic goes from easy to hard and has questions of every level", () => {
  for (const [id, { topics }] of collections)
    for (const { topic, questions } of topics) {
      const levels = questions.map(({ level }) => quizLevels.indexOf(level));
      expect([id, topic, levels]).toEqual([id, topic, [...levels].sort()]);
      expect([id, topic, new Set(levels).size]).toEqual([id, topic, quizLevels.length]);
    }
});

test("neither the position nor the length of an option gives the correct answer away", () => {
  for (const [id, { topics }] of collections) {
    const questions = topics.flatMap((topic) => topic.questions);
    const share = (count: number) => count / questions.length;
    for (const place of [0, 1, 2, 3]) {
      const here = share(questions.filter(({ options, answer }) => options.indexOf(answer) === place).length);
      expect([id, place, here > 0.15 && here < 0.35]).toEqual([id, place, true]);
    }
    const longest = questions.filter(({ options, answer }) =>
      options.every((option) => option === answer || option.length < answer.length),
    );
    expect([id, share(longest.length) < 0.45]).toEqual([id, true]);
  }
});

test("code fits on a phone, and no question of a topic appears twice", () => {
  const tooLarge = everyQuestion.filter(({ code }) => {
    const lines = code.split("\n");
    return lines.length > 14 || lines.some((line) => line.length > 60);
  });
  expect(places(tooLarge)).toEqual([]);
  const asked = everyQuestion.map(({ place, question, code }) => `${place.replace(/\d+$/, "")}${question}${code}`);
  expect(asked.filter((one, n) => asked.indexOf(one) !== n)).toEqual([]);
});

test("no explanation names an option by its position, because options are shuffled", () => {
  const named = /\b(first|second|third|fourth|last) option\b|\boption [A-D1-4]\b|\b(all|none) of the above\b/i;
  expect(
    places(everyQuestion.filter(({ explanation, options }) => named.test([explanation, ...options].join(" ")))),
  ).toEqual([]);
});

test("white text is readable on the colour of every collection", () => {
  const low = collections.filter(([, { bgColor }]) => 1.05 / (luminance(bgColor) + 0.05) < 4.5);
  expect(low.map(([id]) => id)).toEqual([]);
});

const { owner } = await testInstitute();

describe.each(Object.entries(runners))("%s", (language, { name, missing, run }) => {
  const programs = everyQuestion.filter((one) => one.language === language && (one.prints || one.fails));
  const title = `every ${name} program prints, or fails with, the answer of its question`;

  test.skipIf(missing)(missing ? `${title} (skipped: ${missing})` : title, { timeout: 120_000 }, async () => {
    expect(programs.length).toBeGreaterThan(20);
    const results = await run(programs, owner);
    const wrong = programs.flatMap(({ place, prints, fails, answer }, n) => {
      const { output, problem } = results[n] ?? { output: "", problem: "did not run" };
      const isRight = fails ? problem.includes(fails) : prints && !problem && output === answer;
      return isRight ? [] : [{ place, expected: fails ?? answer, output, problem: problem.slice(0, 300) }];
    });
    expect(wrong).toEqual([]);
  });
});

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
