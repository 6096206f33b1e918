import { defineRoom } from "../../room.ts";

export const refund = defineRoom({ name: "refund", handlers: {} });
