import { defineRoom } from "../../room.ts";
import { transferToBatch } from "./batch.ts";
import { transferToCourse } from "./course.ts";
import { courseTransferred } from "./mails.ts";
import { readPreview } from "./preview.ts";

export const transfer = defineRoom({
  name: "transfer",
  handlers: { preview: readPreview, batch: transferToBatch, course: transferToCourse },
  mails: [courseTransferred],
});
