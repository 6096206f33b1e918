import type { Handlers } from "../../context.ts";
import { changeClass, writeNote } from "./extras.ts";
import { listTaught } from "./list.ts";
import { readClass, readMarks } from "./read.ts";
import { finishClass, markRoll } from "./roll.ts";
import { listSubstitutes, substituteTrainer } from "./substitute.ts";

export const teachingHandlers: Handlers<"teaching"> = {
  list: listTaught,
  read: readClass,
  roll: markRoll,
  finish: finishClass,
  change: changeClass,
  note: writeNote,
  history: readMarks,
  substitutes: listSubstitutes,
  substitute: substituteTrainer,
};
