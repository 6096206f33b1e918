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
