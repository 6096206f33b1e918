import type { Handlers } from "../../context.ts";

export const libraryHandlers: Handlers<"library"> = {};
