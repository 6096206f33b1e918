import type { Handlers } from "../../context.ts";

export const standingHandlers: Handlers<"standing"> = {};
