import type { Handlers } from "../../context.ts";
import { handIn } from "./hand-in.ts";
import { listOwn, readOwn } from "./own.ts";

export const homeworkHandlers: Handlers<"homework"> = { list: listOwn, read: readOwn, handIn };
