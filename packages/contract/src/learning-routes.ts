/** What learners call between classes. Only the screens that show it carry this table. */
export const learningRoutes = {
  lesson: {
    upload: "POST /lesson/uploads/{fileId}",
    recordings: "POST /lesson/recordings/{courseId}",
    recording: "POST /lesson/recordings/{courseId}/{recordingId}",
    captions: "POST /lesson/recordings/{courseId}/{recordingId}/captions",
    watch: "POST /lesson/recordings/{courseId}/{recordingId}/watch",
    search: "POST /lesson/search/{courseId}",
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
