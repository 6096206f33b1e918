/** What only the pages of webinars call; every public page calls `webinar.notification` beside it. */
export const webinarRoutes = {
  webinar: {
    list: "GET /webinar/list",
    now: "GET /webinar/now",
    page: "GET /webinar/page/{webinarId}",
    upcoming: "GET /webinar/upcoming/{webinarId}",
    calendar: "GET /webinar/calendar/{webinarId}",
    register: "POST /webinar/user/add",
    join: "GET /webinar/user/join/{userId}",
    unsubscribe: "POST /webinar/user/unsubscribe/{userId}",
  },
} as const;
