import { hasWellFormed } from "../../content/well-formed.ts";
import { collection, question } from "../../db/tables/quiz.ts";
import { defineRoom } from "../../room.ts";
import { quizContent } from "./content.ts";
import { quizHandlers } from "./handlers.ts";
import { quizResult } from "./mails.ts";
import { eraseResults, listCollections } from "./queries.ts";
import { collectionShape, resultCheck } from "./shapes.ts";
import { testCards } from "./share.ts";

export const quiz = defineRoom({
  name: "quiz",
  handlers: quizHandlers,
  content: quizContent,
  records: [resultCheck],
  drawings: [testCards],
  offers: { tests: async (db) => hasWellFormed(collectionShape, await listCollections(db)) },
  mails: [quizResult],
  retention: [{ period: "testResults", erase: eraseResults }],
  publicTables: [collection, question],
});
