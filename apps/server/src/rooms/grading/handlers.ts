import type { Handlers } from "../../context.ts";
import { seesAll } from "../teaching/own.ts";
import { gradeWork, markDone } from "./grade.ts";
import { listBatches, listHomework } from "./list.ts";
import { compareWork, readHomework, readWork } from "./read.ts";
import { changeHomework, removeHomework, setHomework } from "./set.ts";

export const gradingHandlers: Handlers<"grading"> = {
  list: listHomework,
  batches: (ctx) => listBatches(ctx, seesAll(ctx) ? null : ctx.staff),
  read: readHomework,
  set: setHomework,
  change: changeHomework,
  remove: removeHomework,
  mark: markDone,
  work: readWork,
  grade: gradeWork,
  compare: compareWork,
};
