import { certificateRoutes } from "./certificate-routes.ts";
import { learnerRoutes } from "./learner-routes.ts";
import { quizRoutes } from "./quiz-routes.ts";
import { webinarRoutes } from "./webinar-routes.ts";

/** Every call of the product at a glance, below /api, with the tables above. Free of zod: the browser carries it, a page only its part. */
/** What a visitor's pages call. */
export const visitorRoutes = {
  site: {
    read: "GET /site",
    chatbot: "GET /chatbot",
    text: "GET /text/{name}",
    countries: "GET /country/",
  },
  course: {
    list: "GET /course/",
    read: "GET /course/{courseId}",
    catalogue: "GET /catalogue/",
    offline: "GET /offlinecourse/",
    mentors: "GET /mentor/",
  },
  lead: {
    subscribe: "POST /subscribed/user/add/",
    unsubscribe: "POST /unsubscribed/{token}",
    contact: "POST /contact",
    enquire: "POST /enquiry",
    download: "POST /downloaded/course/add/user/{recordId}",
  },
  webinar: {
    notification: "GET /webinar/notification",
  },
} as const;

// Marked as pure, so that a page which needs only a part does not carry the rest.
export const routes = /* @__PURE__ */ (() => ({
  ...visitorRoutes,
  ...quizRoutes,
  ...certificateRoutes,
  ...learnerRoutes,
  webinar: { ...visitorRoutes.webinar, ...webinarRoutes.webinar },
}))();

export const apiBase = "/api";

export type Routes = typeof routes;

/** "GET /course/" and "GET /course" are the same route: the stored form has no slash at the end. */
export function splitRoute(route: string): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, path: apiBase + path.replace(/\/$/, "") };
}
