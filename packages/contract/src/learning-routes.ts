/** What learners call between classes. Only the screens that show it carry this table. */
export const learningRoutes = {
  lesson: {
    upload: "POST /lesson/uploads/{fileId}",
    material: "POST /lesson/material/{courseId}",
  },
  homework: {
    list: "POST /homework/{courseId}",
    read: "POST /homework/{courseId}/{homeworkId}",
    handIn: "POST /homework/{courseId}/{homeworkId}/hand-in",
  },
  question: {},
  progress: {},
} as const;

export type LearningRoutes = typeof learningRoutes;
