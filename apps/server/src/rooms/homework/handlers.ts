import type { Handlers } from "../../context.ts";
import { handIn } from "./hand-in.ts";
import { listOwn, readOwn } from "./own.ts";
import { startOwnUpload } from "./upload.ts";

export const homeworkHandlers: Handlers<"homework"> = {
  startUpload: startOwnUpload,
  list: listOwn,
  read: readOwn,
  handIn,
};
