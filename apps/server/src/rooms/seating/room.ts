import { defineRoom } from "../../room.ts";
import { seatingDemo } from "./demo.ts";
import { seatingHandlers } from "./handlers.ts";

export const seating = defineRoom({ name: "seating", handlers: seatingHandlers, demo: seatingDemo });
