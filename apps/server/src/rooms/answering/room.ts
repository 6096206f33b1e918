import { defineRoom } from "../../room.ts";
import { answeringDemo } from "./demo.ts";
import { answeringHandlers } from "./handlers.ts";

export const answering = defineRoom({ name: "answering", handlers: answeringHandlers, demo: answeringDemo });
