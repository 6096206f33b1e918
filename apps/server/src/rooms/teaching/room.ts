import { defineRoom } from "../../room.ts";

export const teaching = defineRoom({ name: "teaching", handlers: {} });
