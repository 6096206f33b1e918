/** What learners call between classes. Only the screens that show it carry this table. */
export const learningRoutes = {
  lesson: {
    upload: "POST /lesson/uploads/{fileId}",
    material: "POST /lesson/material/{courseId}",
    recordings: "POST /lesson/recordings/{courseId}",
    recording: "POST /lesson/recordings/{courseId}/{recordingId}",
    captions: "POST /lesson/recordings/{courseId}/{recordingId}/captions",
    watch: "POST /lesson/recordings/{courseId}/{recordingId}/watch",
    search: "POST /lesson/search/{courseId}",
  },
  homework: {
    startUpload: "POST /homework/{courseId}/uploads",
    list: "POST /homework/{courseId}",
    read: "POST /homework/{courseId}/{homeworkId}",
    handIn: "POST /homework/{courseId}/{homeworkId}/hand-in",
  },
  question: {
    list: "POST /question/{courseId}",
    read: "POST /question/{courseId}/{questionId}",
    ask: "POST /question/{courseId}/{questionId}/ask",
    answer: "POST /question/{courseId}/{questionId}/answer",
    mark: "POST /question/{courseId}/{questionId}/mark",
    change: "POST /question/{courseId}/{questionId}/change",
    changeAnswer: "POST /question/{courseId}/{questionId}/answer/{answerId}",
    remove: "POST /question/{courseId}/{questionId}/remove",
    report: "POST /question/{courseId}/{questionId}/report",
    readDigest: "POST /digest/read",
    setDigest: "POST /digest/change",
    endDigest: "POST /digest/unsubscribe/{readerId}",
  },
  progress: {
    list: "POST /progress",
    read: "POST /progress/{courseId}",
  },
} as const;

export type LearningRoutes = typeof learningRoutes;
