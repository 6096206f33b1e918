import type { Handlers } from "../../context.ts";

export const answeringHandlers: Handlers<"answering"> = {};
