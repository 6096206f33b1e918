import { defineRoom } from "../../room.ts";

export const place = defineRoom({ name: "place", handlers: {} });
