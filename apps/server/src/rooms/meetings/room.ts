import { defineRoom } from "../../room.ts";

export const meetings = defineRoom({ name: "meetings", handlers: {} });
