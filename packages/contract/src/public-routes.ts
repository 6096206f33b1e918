/** The calls of rooms with public pages. Every page carries this table, so rooms that only the portal calls are not here. */
export const publicRoutes = {
  site: {
    read: "GET /site",
    chatbot: "GET /chatbot",
    text: "GET /text/{name}",
    countries: "GET /country/",
  },
  course: {
    list: "GET /course/",
    read: "GET /course/{courseId}",
    syllabus: "GET /course/{courseId}/syllabus",
    catalogue: "GET /catalogue/",
    offline: "GET /offlinecourse/",
    readOffline: "GET /offlinecourse/{courseId}",
    mentors: "GET /mentor/",
  },
  lead: {
    subscribe: "POST /subscribed/user/add/",
    unsubscribe: "POST /unsubscribed/{token}",
    contact: "POST /contact",
    enquire: "POST /enquiry",
    wish: "POST /batch/wish",
    download: "POST /downloaded/course/add/user/{recordId}",
  },
  payment: {
    order: "POST /payment/order",
    webhook: "POST /payment/webhook",
  },
  webinar: {
    notification: "GET /webinar/notification",
    list: "GET /webinar/list",
    now: "GET /webinar/now",
    page: "GET /webinar/page/{webinarId}",
    upcoming: "GET /webinar/upcoming/{webinarId}",
    calendar: "GET /webinar/calendar/{webinarId}",
    register: "POST /webinar/user/add",
    confirm: "POST /webinar/user/confirm/{userId}",
    join: "GET /webinar/user/join/{userId}",
    unsubscribe: "POST /webinar/user/unsubscribe/{userId}",
    mine: "POST /webinar/mine",
    sendLink: "POST /webinar/mine/link",
  },
  quiz: {
    list: "GET /mcq/get/collections",
    topics: "POST /mcq/question/topics",
    questions: "POST /mcq/question",
    submit: "POST /mcq/question/result",
    read: "GET /mcq/question/result/{resultId}",
  },
  certificate: {
    get: "GET /certificate/get/{certificateId}",
    pdf: "GET /certificate/pdf/{certificateId}",
    list: "POST /certificate/",
    hideName: "POST /certificate/name",
  },
} as const;

export const apiBase = "/api";

/** "GET /course/" and "GET /course" are the same route: the stored form has no slash at the end. */
export function splitRoute(route: string): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, path: apiBase + path.replace(/\/$/, "") };
}
