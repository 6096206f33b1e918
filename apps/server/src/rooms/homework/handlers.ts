import type { Handlers } from "../../context.ts";

export const homeworkHandlers: Handlers<"homework"> = {};
