import { defineRoom } from "../../room.ts";

export const award = defineRoom({ name: "award", handlers: {} });
