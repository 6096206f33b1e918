import type { Handlers } from "../../context.ts";
import { moveClasses } from "./move.ts";
import { previewMove } from "./preview.ts";
import { acceptProposal, changeLine, dropProposal, readDrafts, readProposal } from "./proposals.ts";
import { propose } from "./propose.ts";
import { readTimetable } from "./read.ts";
import { undoMove } from "./undo.ts";

export const timetableHandlers: Handlers<"timetable"> = {
  read: readTimetable,
  preview: previewMove,
  move: moveClasses,
  undo: undoMove,
  drafts: readDrafts,
  propose,
  proposal: readProposal,
  changeLine,
  accept: acceptProposal,
  drop: dropProposal,
};
