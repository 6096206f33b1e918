import { randomUUID } from "node:crypto";
import { addDays, dayAt } from "@shoreline/domain/batch";
import { mostPoints } from "@shoreline/domain/class-homework";
import { sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { grading, homework, homeworkWork, submission } from "../../db/tables/class-homework.ts";
import { demoDomain } from "../account/demo.ts";
import { findAlike } from "../homework/compare.ts";
import { readInstitute } from "../site/queries.ts";

const day = 86_400_000;

const rubric = [
  { text: "It runs and gives the right results", points: 6 },
  { text: "Names and layout read well", points: 3 },
  { text: "Odd input is handled", points: 1 },
];

const answers = [
  "I read the list once and keep the largest number so far. When the list is empty the function returns nothing, and the caller prints a message instead of a number. I tested it with one number, with the same number three times and with negative numbers.",
  "First I sort the numbers, then the largest one is the last one. Sorting is slower than one pass, but the program stays short and I could check every step on paper before I typed it in.",
  "My program asks for numbers until an empty line comes. It remembers the largest one and how often it came. Words instead of numbers are answered with a friendly message and do not end the program.",
] as const;

/** Homework of the batch that the roll-call demo has filled: handed in, late, alike, given back and graded. */
export const gradingDemo: DemoMaker = {
  async people({ db, now }) {
    const found = await findDemoBatch(db, now);
    if (found) await fillBatch(db, { ...found, now });
  },
};

type Found = { batchId: string; classId: string; topic: string; learnerIds: string[] };

/** The last class of the demo batch with the most invented learners. */
export async function findDemoBatch(db: Db, now: Date): Promise<Found | null> {
  const { rows } = await db.execute<Found>(sql`
    select b.id as "batchId", c.id as "classId", c.topic, who.ids as "learnerIds"
    from batch b
    join lateral (
      select array_agg(l.id order by l.first_name, l.id) as ids, count(*) as n
      from batch_place place join purchase p on p.id = place.purchase_id join learner l on l.id = p.learner_id
      where place.batch_id = b.id and p.state = 'active' and l.email like ${`%@${demoDomain}`}
    ) who on who.n > 0
    join lateral (
      select id, topic from live_class where batch_id = b.id and cancelled_at is null and starts_at < ${now.toISOString()}::timestamptz
      order by starts_at desc limit 1
    ) c on true
    where b.is_demo and b.ends_at > ${now.toISOString()}::timestamptz
    order by who.n desc, b.id limit 1`);
  return rows[0] ?? null;
}

async function fillBatch(db: Db, { batchId, classId, topic, learnerIds, now }: Found & { now: Date }): Promise<void> {
  if ((await db.$count(homework, sql`${homework.batchId} = ${batchId}`)) > 0) return;
  const today = dayAt(now, (await readInstitute(db)).timeZone);
  const setAt = new Date(now.getTime() - 4 * day);
  const homeworkId = randomUUID();
  await db.insert(homework).values([
    {
      ...{ id: homeworkId, batchId, classId, title: "The largest number", rubric, setAt },
      text: `${topic}: write a program that finds the largest of many numbers.\nHand in the program, and say in a few sentences how it works and how you tested it.`,
      dueOn: addDays(today, -1),
    },
    {
      ...{ batchId, title: "Small project", setAt: new Date(now.getTime() - day), allowsLate: false },
      text: "Choose a small project of your own. Hand in a link to it.",
      dueOn: addDays(today, 14),
    },
  ]);
  await handIn(db, { homeworkId, learnerIds: learnerIds.slice(0, 9), now });
}

type Handed = { homeworkId: string; learnerIds: string[]; now: Date };

async function handIn(db: Db, { homeworkId, learnerIds, now }: Handed): Promise<void> {
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const versions = learnerIds.map((learnerId, place) => {
    const isLate = place % 4 === 3;
    return {
      ...{ id: randomUUID(), homeworkId, learnerId, version: 1, at: at(isLate ? 3 : 40 - place), isLate },
      ...(place > 2 && place !== 6 ? { link: "https://example.com/largest-number" } : {}),
      text: textOf(place),
    };
  });
  await db.insert(submission).values(versions);
  const states = ["done", "given back", "done"] as const;
  const judged = learnerIds.slice(0, states.length).map((learnerId, place) => {
    const outcome = states[place] ?? "done";
    const given = [6, place === 2 ? 2 : 3, 1];
    const points = outcome === "done" ? given.reduce((sum, one) => sum + one, 0) : null;
    const lines = points === null ? [] : rubric.map((line, number) => ({ ...line, given: given[number] ?? 0 }));
    const comment =
      outcome === "done" ? "Well done, and tested well." : "How did you test it? Please add two sentences.";
    return { id: randomUUID(), homeworkId, learnerId, version: 1, outcome, lines, points, comment, at: at(2) };
  });
  await db.insert(grading).values(judged);
  await db.insert(homeworkWork).values(
    versions.map(({ learnerId, at: changedAt }, place) => {
      const { outcome, points = null, comment = "", at: judgedAt } = judged[place] ?? {};
      const most = points === null ? null : mostPoints(rubric);
      const work = { homeworkId, learnerId, points, mostPoints: most, comment, revision: outcome ? 2 : 1 };
      return { ...work, state: outcome ?? ("handed in" as const), changedAt: judgedAt ?? changedAt };
    }),
  );
  for (const { id } of versions) await findAlike({ db }, { submissionId: id });
}

/** Two of the nine have nearly the same text. */
function textOf(place: number): string {
  if (place === 6) return `${answers[0]} That is all.`;
  return answers[place] ?? "The program is behind the link. It took me an evening.";
}
