import type { Handlers } from "../../context.ts";

export const gradingHandlers: Handlers<"grading"> = {};
