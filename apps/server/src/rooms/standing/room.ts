import { defineRoom } from "../../room.ts";
import { standingHandlers } from "./handlers.ts";

export const standing = defineRoom({ name: "standing", handlers: standingHandlers });
