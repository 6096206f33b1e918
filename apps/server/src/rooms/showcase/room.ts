import { defineRoom } from "../../room.ts";
import { showcaseHandlers } from "./handlers.ts";

export const showcase = defineRoom({ name: "showcase", handlers: showcaseHandlers });
