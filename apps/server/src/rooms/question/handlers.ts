import type { Handlers } from "../../context.ts";
import { endDigest, readDigest, setDigest } from "../notification/digest-reader.ts";
import { answerQuestion } from "./answer.ts";
import { ask } from "./ask.ts";
import { changeOwn, changeOwnAnswer, markOwn, removeOwn, reportToStaff } from "./change.ts";
import { listOwn } from "./list.ts";
import { readOwn } from "./own.ts";

export const questionHandlers: Handlers<"question"> = {
  list: listOwn,
  read: readOwn,
  ask,
  answer: answerQuestion,
  mark: markOwn,
  change: changeOwn,
  changeAnswer: changeOwnAnswer,
  remove: removeOwn,
  report: reportToStaff,
  readDigest: ({ db, learner }) => readDigest(db, { learnerId: learner.id }),
  setDigest: ({ db, learner }, { wantsMail }) => setDigest(db, { learnerId: learner.id }, wantsMail),
  async endDigest({ db }, { readerId }) {
    await endDigest(db, readerId);
    return { message: "You will no longer get the daily mail. You still see what is new in your portal." };
  },
};
