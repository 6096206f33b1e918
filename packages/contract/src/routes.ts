import { webinarRoutes } from "./webinar-routes.ts";

/** Every call of the product at a glance, below /api. Free of zod, so that the browser can carry it: a page only its part. */
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

/** What only somebody with an account calls, or somebody on the way to one. */
export const learnerRoutes = {
  account: {
    sendCode: "POST /user/otp",
    verifyCode: "POST /user/otp/verify",
    login: "POST /user/login",
    create: "POST /user/create",
    read: "POST /user/",
    edit: "PATCH /user/",
    logout: "POST /user/logout",
    export: "POST /user/export",
    remove: "POST /user/delete",
  },
  payment: {
    order: "POST /payment/order",
    webhook: "POST /payment/webhook",
  },
  enrolment: {
    list: "POST /purchased/",
    buy: "POST /purchased/{courseId}",
    invoice: "POST /purchased/{purchaseId}/invoice",
  },
  schedule: {
    view: "POST /schedule/view/{courseId}",
    join: "POST /schedule/isJoin/",
    next: "GET /schedule/next",
    calendar: "POST /schedule/calendar",
    renewCalendar: "POST /schedule/calendar/renew",
    feed: "GET /calendar/{file}",
  },
  notification: {
    list: "POST /notification/",
    markRead: "POST /notification/read",
  },
} as const;

// Marked as pure, so that a page which does not ask for the whole table does not carry it.
export const routes = /* @__PURE__ */ (() => ({
  ...visitorRoutes,
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
