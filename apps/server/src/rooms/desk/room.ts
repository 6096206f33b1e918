import { defineRoom } from "../../room.ts";
import { search } from "./search.ts";
import { readToday } from "./today.ts";

export const desk = defineRoom({
  name: "desk",
  handlers: {
    today: readToday,
    search: (ctx, { words }) => search(ctx, words),
  },
});
