import { sql } from "drizzle-orm";
import { defineRoom } from "../../room.ts";
import { eraseQuestions } from "./change.ts";
import { questionHandlers } from "./handlers.ts";
import { askTrainer } from "./old-ask.ts";

export const question = defineRoom({
  name: "question",
  handlers: questionHandlers,
  askTrainer,
  personal: [{ table: "class_question", learner: sql`learner_id`, erase: (db, { rows }) => eraseQuestions(db, rows) }],
});
