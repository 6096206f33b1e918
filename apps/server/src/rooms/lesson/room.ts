import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { lessonHandlers } from "./handlers.ts";
import { removeFile, storeFile } from "./jobs.ts";
import { openFile } from "./open-file.ts";
import { keyOf, removeUpload, storeUploaded } from "./store-file.ts";
import { tidyFiles } from "./tidy-files.ts";
import { largeUploads } from "./uploads.ts";

export const lesson = defineRoom({
  name: "lesson",
  handlers: lessonHandlers,
  largeUploads,
  openFile,
  jobs: [
    handles(storeFile, (ctx, { fileId }) => storeUploaded(ctx, fileId)),
    handles(removeFile, async (ctx, { fileId }) => {
      await ctx.files.remove(keyOf(fileId));
      await removeUpload(ctx, fileId);
    }),
  ],
  tidy: tidyFiles,
});
