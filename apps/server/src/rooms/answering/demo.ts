import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { classAnswer, classQuestion, questionReport } from "../../db/tables/class-question.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { findDemoBatch } from "../grading/demo.ts";
import { refreshQuestion } from "../question/words.ts";

type Said = { by: "trainer" | number; text: string; isAnswer?: true; isReported?: true };
type Asked = {
  by: number;
  title: string;
  text: string;
  hoursAgo: number;
  isOfClass?: true;
  isPrivate?: true;
  isPinned?: true;
  said: Said[];
};

const asked: Asked[] = [
  {
    ...{ by: 0, title: "Where are the slides of the first week?", text: "", hoursAgo: 96, isPinned: true as const },
    said: [{ by: "trainer", text: "Under Material, above the recordings.", isAnswer: true }],
  },
  {
    ...{ by: 1, title: "Why is the last element left out?", hoursAgo: 50, isOfClass: true as const },
    text: "I expected five lines, but four are printed:\n```\nfor number in range(1, 5):\n    print(number)\n```",
    said: [
      { by: 2, text: "The end of a range does not count. Try `range(1, 6)`." },
      { by: "trainer", text: "Right: the end is where it stops, so 5 is not printed.", isAnswer: true },
    ],
  },
  {
    ...{
      by: 3,
      title: "Do I have to hand in the small project alone?",
      text: "A friend and I have one idea.",
      hoursAgo: 20,
    },
    said: [
      { by: 4, text: "We asked that too.", isReported: true },
      { by: 5, text: "I think so, everybody hands in their own link." },
    ],
  },
  { by: 6, title: "How do I get my editor to show spaces?", text: "", hoursAgo: 6, isOfClass: true, said: [] },
  {
    ...{ by: 2, title: "I will miss the class on Friday", hoursAgo: 3, isPrivate: true as const },
    ...{ text: "I have an exam. Will there be a recording?", said: [] },
  },
];

/** Questions of the batch that has homework: open, answered, pinned, private and reported. */
export const answeringDemo: DemoMaker = {
  async people({ db, now }) {
    const found = await findDemoBatch(db, now);
    if (found) await fillBatch(db, { ...found, now });
  },
};

type Found = { batchId: string; classId: string; learnerIds: string[]; now: Date };

async function fillBatch(db: Db, { batchId, classId, learnerIds, now }: Found): Promise<void> {
  if ((await db.$count(classQuestion, eq(classQuestion.batchId, batchId))) > 0) return;
  const [run] = await db.select().from(batch).where(eq(batch.id, batchId));
  const [taught] = await db.select().from(liveClass).where(eq(liveClass.id, classId));
  if (!run || !taught) return;
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from staff where is_demo and name = ${taught.trainerName} limit 1`,
  );
  const staffId = taught.trainerId ?? rows[0]?.id ?? null;
  const learner = (place: number) => learnerIds[place % learnerIds.length] ?? null;
  for (const { by, title, text, hoursAgo, isOfClass, isPrivate = false, isPinned, said } of asked) {
    const questionId = randomUUID();
    const at = (minutes: number) => new Date(now.getTime() - hoursAgo * 3_600_000 + minutes * 60_000);
    const answers = said.map((one, place) => ({
      ...{ id: randomUUID(), questionId, text: one.text, at: at(40 * (place + 1)), isByStaff: one.by === "trainer" },
      ...(one.by === "trainer" ? { staffId } : { learnerId: learner(one.by) }),
    }));
    await db.insert(classQuestion).values({
      ...{
        id: questionId,
        courseId: run.courseId,
        batchId,
        classId: isOfClass ? classId : null,
        learnerId: learner(by),
      },
      ...{ title, text, isPrivate, askedAt: at(0), lastAt: at(0), isOpen: !said.some(({ isAnswer }) => isAnswer) },
      pinnedAt: isPinned ? at(60) : null,
    });
    if (answers.length > 0) await db.insert(classAnswer).values(answers);
    const answerId = answers[said.findIndex(({ isAnswer }) => isAnswer)]?.id;
    if (answerId) await db.update(classQuestion).set({ answerId }).where(eq(classQuestion.id, questionId));
    const reported = answers[said.findIndex(({ isReported }) => isReported)]?.id;
    const reporter = learner(by);
    if (reported && reporter)
      await db
        .insert(questionReport)
        .values({ questionId, answerId: reported, learnerId: reporter, reason: "This does not help.", at: at(120) });
    await refreshQuestion(db, questionId);
  }
}
