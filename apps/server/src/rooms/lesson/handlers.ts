import type { Handlers } from "../../context.ts";

export const lessonHandlers: Handlers<"lesson"> = {};
