/** Apart from the other routes, so that only a test carries them. */
export const quizRoutes = {
  quiz: {
    list: "GET /mcq/get/collections",
    topics: "POST /mcq/question/topics",
    questions: "POST /mcq/question",
    submit: "POST /mcq/question/result",
    read: "GET /mcq/question/result/{resultId}",
  },
} as const;
