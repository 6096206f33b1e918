import type { Handlers } from "../../context.ts";
import { closeCampusRoom, listCampusRooms, saveCampusRoom } from "./campus-rooms.ts";
import { changeBatch } from "./change.ts";
import { cloneBatch, readDraft, removeDraft, saveDraft } from "./drafts.ts";
import { cancelBatch, listOthers, mergeBatch } from "./end.ts";
import { addHolidays, listHolidays, readHolidayFile, removeHoliday } from "./holidays.ts";
import { listBatches } from "./list.ts";
import { openBatch } from "./open.ts";
import { previewBatch } from "./preview.ts";
import { readBatch, readForm } from "./read.ts";
import { splitBatch } from "./split.ts";
import { readTrainers, saveTrainer } from "./trainers.ts";

export const planningHandlers: Handlers<"planning"> = {
  list: listBatches,
  form: readForm,
  preview: previewBatch,
  open: openBatch,
  draft: readDraft,
  saveDraft,
  removeDraft,
  read: readBatch,
  change: changeBatch,
  clone: cloneBatch,
  split: splitBatch,
  others: listOthers,
  merge: mergeBatch,
  cancel: cancelBatch,
  holidays: listHolidays,
  addHolidays,
  removeHoliday,
  readHolidays: readHolidayFile,
  campusRooms: listCampusRooms,
  saveCampusRoom,
  closeCampusRoom,
  trainers: readTrainers,
  saveTrainer,
};
