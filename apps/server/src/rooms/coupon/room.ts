import { defineRoom } from "../../room.ts";

export const coupon = defineRoom({ name: "coupon", handlers: {} });
