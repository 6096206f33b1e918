import { defineRoom } from "../../room.ts";

export const planning = defineRoom({ name: "planning", handlers: {} });
