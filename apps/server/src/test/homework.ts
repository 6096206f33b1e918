import { randomUUID } from "node:crypto";
import { lessonFile } from "../db/tables/lesson-file.ts";
import type { TestInstitute } from "./institute.ts";
import { newStaff } from "./staff.ts";
import { newTaughtBatch } from "./teaching.ts";

export const askedHomework = {
  ...{ title: "Loops", text: "Exercises 1 to 3", dueOn: null, allowsLate: true },
  rubric: [
    { text: "It runs", points: 6 },
    { text: "It reads well", points: 4 },
  ],
};

type Asked = Partial<Omit<typeof askedHomework, "dueOn">> & { dueOn?: string | null; isOfBatch?: boolean };

/** A batch with a trainer, who has set homework for its third class, or for the batch. */
export async function newHomework(
  institute: TestInstitute,
  { names = ["Asha Menon", "Binu Das"], isOfBatch = false, ...asked }: Asked & { names?: string[] } = {},
) {
  const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const taught = await newTaughtBatch(institute, { trainer, names });
  const homeworkId = randomUUID();
  const classId = taught.classes[2];
  const target = isOfBatch ? { batchId: taught.batchId } : { classId };
  await trainer.grading.set({ homeworkId, ...target, ...askedHomework, ...asked });
  const ids = taught.learners.map(({ learnerId }) => learnerId);
  const mine = { courseId: "python", homeworkId };
  return { ...taught, trainer, homeworkId, classId, ids, mine };
}

type File = Partial<typeof lessonFile.$inferInsert> & { courseId: string };

/** A file that was uploaded before. */
export async function newFile(institute: TestInstitute, file: File): Promise<string> {
  const id = randomUUID();
  const about = { id, name: "work.pdf", type: "application/pdf", bytes: 1200, state: "ready" as const };
  await institute.db.insert(lessonFile).values({ ...about, createdAt: new Date(0), ...file });
  return id;
}
