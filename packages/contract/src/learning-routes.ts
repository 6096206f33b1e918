/** What learners call between classes. Only the screens that show it carry this table. */
export const learningRoutes = {
  lesson: {
    upload: "POST /lesson/uploads/{fileId}",
    material: "POST /lesson/{courseId}/material",
    recordings: "POST /lesson/{courseId}/recordings",
    recording: "POST /lesson/{courseId}/recordings/{recordingId}",
    captions: "POST /lesson/{courseId}/recordings/{recordingId}/captions",
    watch: "POST /lesson/{courseId}/recordings/{recordingId}/watch",
    search: "POST /lesson/{courseId}/search",
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
