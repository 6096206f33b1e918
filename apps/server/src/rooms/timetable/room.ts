import { defineRoom } from "../../room.ts";

export const timetable = defineRoom({ name: "timetable", handlers: {} });
