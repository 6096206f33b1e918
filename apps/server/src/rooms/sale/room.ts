import { defineRoom } from "../../room.ts";

export const sale = defineRoom({ name: "sale", handlers: {} });
