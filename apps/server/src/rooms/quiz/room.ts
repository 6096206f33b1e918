import { collection, question } from "../../db/tables/quiz.ts";
import { defineRoom } from "../../room.ts";
import { quizContent } from "./content.ts";
import { quizHandlers } from "./handlers.ts";
import { eraseResults } from "./queries.ts";

export const quiz = defineRoom({
  name: "quiz",
  handlers: quizHandlers,
  content: quizContent,
  offers: { tests: collection },
  retention: [{ period: "testResults", erase: eraseResults }],
  publicTables: [collection, question],
});
