import { randomUUID } from "node:crypto";
import type { TestInstitute } from "./institute.ts";
import { newStaff } from "./staff.ts";
import { newTaughtBatch } from "./teaching.ts";

type Asked = { title?: string; text?: string; isPrivate?: boolean; classId?: string };
type Asking = {
  question: {
    ask(asked: Required<Omit<Asked, "classId">> & { courseId: string; questionId: string }): Promise<unknown>;
  };
};

/** Returns what names the question in other calls. */
export async function askQuestion(me: Asking, { title = "What is a generator?", ...asked }: Asked = {}) {
  const one = { courseId: "python", questionId: randomUUID() };
  await me.question.ask({ ...one, text: "I got lost at yield.", isPrivate: false, ...asked, title });
  return one;
}

/** A batch with a trainer and two learners, of whom the first has asked. */
export async function newQuestion(institute: TestInstitute, asked: Asked = {}) {
  const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const taught = await newTaughtBatch(institute, { trainer, names: ["Asha Menon", "Binu Das"] });
  const [asha, binu] = taught.learners;
  if (!asha || !binu) throw new Error("Nobody is in the batch.");
  const one = await askQuestion(asha, asked);
  return { ...taught, trainer, asha, binu, one, questionId: one.questionId };
}

export const newAnswer = (text = "It makes values one by one.") => ({ answerId: randomUUID(), text });
