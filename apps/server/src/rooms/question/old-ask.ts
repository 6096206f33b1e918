import { createHash } from "node:crypto";
import { titleOf } from "@shoreline/domain/question";
import type { Deps } from "../../context.ts";
import { storeQuestion } from "./ask.ts";

/** For browsers that still have the form of before: a private question about the course. */
export const askTrainer: Deps["askTrainer"] = (ctx, { courseId, question, attemptId }) =>
  storeQuestion(ctx, {
    ...{ courseId, questionId: idOf(`${ctx.learner.id} ${attemptId}`), isPrivate: true },
    ...{ title: titleOf(question), text: question },
  });

/** The same attempt of the same learner is the same question. */
function idOf(attempt: string): string {
  const hash = createHash("sha256").update(attempt).digest("hex");
  const [first, second] = [hash.slice(0, 8), hash.slice(8, 12)];
  return `${first}-${second}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
