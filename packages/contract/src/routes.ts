/** Every call of the product at a glance, below /api. Free of zod: the browser carries it. */
export const routes = {
  site: {
    read: "GET /site",
    chatbot: "GET /chatbot",
    text: "GET /text/{name}",
    countries: "GET /country/",
  },
  account: {
    sendCode: "POST /user/otp",
    check: "GET /user/otp/check",
    verifyCode: "POST /user/otp/verify",
    login: "POST /user/login",
    create: "POST /user/create",
    read: "POST /user/",
    edit: "PATCH /user/",
    changeNumber: "POST /user/number",
    logout: "POST /user/logout",
    sessions: "POST /user/sessions",
    endSession: "POST /user/sessions/end",
    guardian: "POST /user/guardian",
    setGuardian: "PATCH /user/guardian",
    passkeySignIn: "POST /user/passkey/login/options",
    passkeyLogin: "POST /user/passkey/login",
    passkeys: "POST /user/passkey/list",
    newPasskey: "POST /user/passkey/add/options",
    addPasskey: "POST /user/passkey/add",
    removePasskey: "POST /user/passkey/remove",
    export: "POST /user/export",
    remove: "POST /user/delete",
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
  },
  notification: {
    list: "POST /notification/",
    markRead: "POST /notification/read",
  },
} as const;

export const apiBase = "/api";

export type Routes = typeof routes;

/** "GET /course/" and "GET /course" are the same route: the stored form has no slash at the end. */
export function splitRoute(route: string): { method: string; path: string } {
  const [method = "", path = ""] = route.split(" ");
  return { method, path: apiBase + path.replace(/\/$/, "") };
}
