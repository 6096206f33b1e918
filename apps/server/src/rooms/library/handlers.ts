import type { Handlers, StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { startUpload } from "../lesson/start-upload.ts";
import { readOwnFile } from "../lesson/uploads.ts";
import { holdClass } from "../teaching/own.ts";
import { addMaterial, removeMaterial, renameMaterial } from "./material-change.ts";
import { listCourses, listMaterial } from "./material-list.ts";
import { readMaterial } from "./material-own.ts";
import { previewRemoval, saveKeepFiles } from "./retention.ts";
import { readStorage, saveStorage } from "./storage.ts";
import { findTaughtCourse } from "./taught-course.ts";

export const libraryHandlers: Handlers<"library"> = {
  startUpload: (ctx, { name, bytes, classId, courseId }) =>
    ctx.db.transaction(async (tx) => {
      const found = classId
        ? await findCourseOfClass(ctx, tx, classId)
        : await findTaughtCourse(ctx, tx, courseId ?? "");
      return startUpload(tx, { who: { staffId: ctx.staff.id }, courseId: found.id, name, bytes, now: ctx.clock.now() });
    }),
  upload: ({ db, staff }, { fileId }) => readOwnFile(db, { fileId, who: { staffId: staff.id } }),
  storage: readStorage,
  saveStorage,
  courses: listCourses,
  materials: listMaterial,
  material: readMaterial,
  addMaterial,
  renameMaterial,
  removeMaterial,
  previewRemoval,
  saveKeepFiles,
};

async function findCourseOfClass(ctx: StaffCtx, tx: Db, classId: string) {
  const { courseId } = await holdClass(ctx, tx, classId);
  return findTaughtCourse(ctx, tx, courseId);
}
