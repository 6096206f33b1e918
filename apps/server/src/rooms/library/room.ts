import { defineRoom } from "../../room.ts";
import { libraryHandlers } from "./handlers.ts";

export const library = defineRoom({ name: "library", handlers: libraryHandlers });
