import type { Handlers } from "../../context.ts";
import { readDigest, setDigest } from "../notification/digest-reader.ts";
import { answerAsStaff, hide, markAsStaff, pin, settle, showAgain } from "./answer.ts";
import { countQuestions, listQuestions } from "./list.ts";
import { readQuestion } from "./own.ts";

export const answeringHandlers: Handlers<"answering"> = {
  list: listQuestions,
  count: countQuestions,
  read: readQuestion,
  answer: answerAsStaff,
  mark: markAsStaff,
  hide,
  show: showAgain,
  pin,
  settle,
  readDigest: ({ db, staff }) => readDigest(db, { staffId: staff.id }),
  setDigest: ({ db, staff }, { wantsMail }) => setDigest(db, { staffId: staff.id }, wantsMail),
};
