import { defineRoom } from "../../room.ts";
import { planHandlers } from "./handlers.ts";

export const plan = defineRoom({ name: "plan", handlers: planHandlers });
