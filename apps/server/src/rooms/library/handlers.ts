import type { Handlers } from "../../context.ts";
import { startUpload } from "../lesson/start-upload.ts";
import { readOwnFile } from "../lesson/uploads.ts";
import { findCourseOfClass, findTaughtCourse } from "./own.ts";
import { recordingHandlers } from "./recording-handlers.ts";
import { readStorage, saveStorage } from "./storage.ts";

export const libraryHandlers: Handlers<"library"> = {
  ...recordingHandlers,
  startUpload: (ctx, { name, bytes, classId, courseId }) =>
    ctx.db.transaction(async (tx) => {
      const found = classId
        ? await findCourseOfClass(ctx, tx, classId)
        : await findTaughtCourse(ctx, tx, courseId ?? "");
      return startUpload(tx, { who: { staffId: ctx.staff.id }, courseId: found, name, bytes, now: ctx.clock.now() });
    }),
  upload: ({ db, staff }, { fileId }) => readOwnFile(db, { fileId, who: { staffId: staff.id } }),
  storage: readStorage,
  saveStorage,
};
