import { publicRoutes } from "./public-routes.ts";

/** Every call of the product at a glance, below /api: these and those of `public-routes.ts`. Free of zod: the browser carries it. */
export const routes = {
  ...publicRoutes,
  account: {
    sendCode: "POST /user/otp",
    check: "GET /user/otp/check",
    verifyCode: "POST /user/otp/verify",
    login: "POST /user/login",
    create: "POST /user/create",
    read: "POST /user/",
    edit: "PATCH /user/",
    channels: "POST /user/channels",
    changeNumber: "POST /user/number",
    logout: "POST /user/logout",
    sessions: "POST /user/sessions",
    endSession: "POST /user/sessions/end",
    guardian: "POST /user/guardian",
    sendGuardianCode: "POST /user/guardian/otp",
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
  notification: {
    list: "POST /notification/",
    markRead: "POST /notification/read",
    smsReport: "POST /message/sms/{secret}",
    whatsappReport: "POST /message/whatsapp",
    whatsappChallenge: "GET /message/whatsapp",
  },
  enrolment: {
    list: "POST /purchased/",
    buy: "POST /purchased/{courseId}",
    read: "POST /purchased/{purchaseId}/course",
    invoice: "POST /purchased/{purchaseId}/invoice",
  },
  schedule: {
    view: "POST /schedule/view/{courseId}",
    today: "POST /schedule/today",
    ask: "POST /schedule/ask",
    join: "POST /schedule/isJoin/",
    next: "GET /schedule/next",
    batches: "GET /schedule/batches/{courseId}",
    seats: "GET /schedule/seats/{courseId}",
    missed: "GET /schedule/missed/{batchId}",
    calendar: "POST /schedule/calendar",
    renewCalendar: "POST /schedule/calendar/renew",
    feed: "GET /calendar/{file}",
  },
} as const;

export type Routes = typeof routes;
