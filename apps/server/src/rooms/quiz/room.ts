import { collection, question } from "../../db/tables/quiz.ts";
import { defineRoom } from "../../room.ts";
import { quizContent } from "./content.ts";
import { quizHandlers } from "./handlers.ts";

export const quiz = defineRoom({
  name: "quiz",
  handlers: quizHandlers,
  content: quizContent,
  publicTables: [collection, question],
});
