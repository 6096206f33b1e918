import type { Handlers } from "../../context.ts";

export const questionHandlers: Handlers<"question"> = {};
