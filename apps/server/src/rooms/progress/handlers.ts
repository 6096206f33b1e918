import type { Handlers } from "../../context.ts";

export const progressHandlers: Handlers<"progress"> = {};
