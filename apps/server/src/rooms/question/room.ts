import { defineRoom } from "../../room.ts";
import { questionHandlers } from "./handlers.ts";

export const question = defineRoom({ name: "question", handlers: questionHandlers });
