/** What learners call about their place in a batch. Only the screens that show it carry this table. */
export const placeRoutes = {
  place: {
    read: "POST /place/{courseId}",
    wait: "POST /place/{courseId}/wait",
    leave: "POST /place/{courseId}/leave",
    accept: "POST /place/{courseId}/accept",
    ask: "POST /place/{courseId}/ask",
    withdraw: "POST /place/{courseId}/withdraw",
    pause: "POST /place/{courseId}/pause",
    resume: "POST /place/{courseId}/resume",
  },
} as const;

export type PlaceRoutes = typeof placeRoutes;
