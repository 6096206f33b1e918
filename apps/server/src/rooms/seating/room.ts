import { defineRoom } from "../../room.ts";

export const seating = defineRoom({ name: "seating", handlers: {} });
