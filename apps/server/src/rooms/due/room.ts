import { defineRoom } from "../../room.ts";
import { dueSeller } from "./sell.ts";

export const due = defineRoom({ name: "due", handlers: {}, sells: dueSeller });
