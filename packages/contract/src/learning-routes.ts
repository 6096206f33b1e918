/** What learners call between classes. Only the screens that show it carry this table. */
export const learningRoutes = {
  lesson: {
    upload: "POST /lesson/uploads/{fileId}",
    recordings: "POST /lesson/{courseId}/recordings",
    recording: "POST /lesson/{courseId}/recordings/{recordingId}",
    captions: "POST /lesson/{courseId}/recordings/{recordingId}/captions",
    watch: "POST /lesson/{courseId}/recordings/{recordingId}/watch",
    search: "POST /lesson/{courseId}/search",
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
