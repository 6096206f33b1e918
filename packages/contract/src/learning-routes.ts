/** What learners call between classes. Only the screens that show it carry this table. */
export const learningRoutes = {
  lesson: {
    upload: "POST /lesson/uploads/{fileId}",
  },
  homework: {
    startUpload: "POST /homework/{courseId}/uploads",
    list: "POST /homework/{courseId}",
    read: "POST /homework/{courseId}/{homeworkId}",
    handIn: "POST /homework/{courseId}/{homeworkId}/hand-in",
  },
  question: {},
  progress: {
    list: "POST /progress",
    read: "POST /progress/{courseId}",
  },
} as const;

export type LearningRoutes = typeof learningRoutes;
