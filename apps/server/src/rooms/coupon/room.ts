import { earlyBird } from "../../db/tables/coupon.ts";
import { defineRoom } from "../../room.ts";

export const coupon = defineRoom({ name: "coupon", handlers: {}, publicTables: [earlyBird] });
