/** What public pages call in the browser. Every page carries this table; the rest is in `routes.ts`. */
export const publicRoutes = {
  site: {
    chatbot: "GET /chatbot",
    countries: "GET /country/",
  },
  lead: {
    subscribe: "POST /subscribed/user/add/",
    unsubscribe: "POST /unsubscribed/{token}",
    contact: "POST /contact",
    enquire: "POST /enquiry",
    wish: "POST /batch/wish",
    download: "POST /downloaded/course/add/user/{recordId}",
  },
  webinar: {
    notification: "GET /webinar/notification",
    now: "GET /webinar/now",
    upcoming: "GET /webinar/upcoming/{webinarId}",
    confirm: "POST /webinar/user/confirm/{userId}",
    join: "GET /webinar/user/join/{userId}",
    joined: "POST /webinar/user/joined/{userId}",
    unsubscribe: "POST /webinar/user/unsubscribe/{userId}",
  },
  certificate: {
    get: "GET /certificate/get/{certificateId}",
    pdf: "GET /certificate/pdf/{certificateId}",
  },
} as const;

export const apiBase = "/api";

/** "GET /course/" and "GET /course" are the same route: the stored form has no slash at the end. */
export function splitRoute(route: string): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, path: apiBase + path.replace(/\/$/, "") };
}
