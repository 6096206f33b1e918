import type { Handlers } from "../../context.ts";
import { startUpload } from "../lesson/start-upload.ts";
import { readOwnFile } from "../lesson/uploads.ts";
import { addMaterial, removeMaterial, renameMaterial } from "./material-change.ts";
import { listMaterial } from "./material-list.ts";
import { readMaterial } from "./material-own.ts";
import { recordingHandlers } from "./recording-handlers.ts";
import { previewRemoval, saveKeepFiles } from "./retention.ts";
import { readStorage, saveStorage } from "./storage.ts";
import { findCourseOfClass, findTaughtCourse, findTaughtCourses, readFirstCourse } from "./taught-course.ts";

export const libraryHandlers: Handlers<"library"> = {
  ...recordingHandlers,
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
  courses: findTaughtCourses,
  firstCourse: readFirstCourse,
  materials: listMaterial,
  material: readMaterial,
  addMaterial,
  renameMaterial,
  removeMaterial,
  previewRemoval,
  saveKeepFiles,
};
