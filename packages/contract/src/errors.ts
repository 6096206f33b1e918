/** All refusals: stable code, HTTP status and the text that people read. */
export const errors = {
  INVALID_INPUT: { status: 400, text: "Some details are missing or wrong. Please check them and try again." },
  MALFORMED_JSON: { status: 400, text: "The request body is not valid JSON." },
  WRONG_CODE: { status: 401, text: "This code is wrong. Please check it and try again." },
  CODE_EXPIRED: { status: 401, text: "This code has expired or was used already. Please ask for a new one." },
  CODE_LOCKED: {
    status: 401,
    text: "This code was entered wrongly too many times and no longer works. Please ask for a new one.",
  },
  DEAD_TICKET: { status: 401, text: "The code has expired. Please ask for a new one." },
  PASSKEY_REFUSED: {
    status: 401,
    text: "This passkey could not be used here. Please try again, or sign in another way.",
  },
  NOT_SIGNED_IN: { status: 401, text: "You have to login First" },
  WRONG_KEY: { status: 401, text: "This call needs a valid key, sent as a bearer token." },
  STAFF_ONLY: { status: 401, text: "Please sign in to the staff console." },
  DEAD_LINK: { status: 401, text: "This link has expired or was used already. Please ask for a new one." },
  STAFF_CLOSED: { status: 403, text: "This account is closed. Please ask an owner of the institute." },
  KEY_NOT_ALLOWED: { status: 403, text: "This key does not allow this call." },
  NOT_ALLOWED: { status: 403, text: "Your role does not allow this. Please ask an owner of the institute." },
  FRESH_PROOF_NEEDED: { status: 403, text: "Please prove once more that it is you." },
  FOREIGN_ORIGIN: { status: 403, text: "This request comes from another website." },
  PAYMENT_REQUIRED: { status: 402, text: "We found no payment for this. Please pay first." },
  GUARDIAN_NEEDED: {
    status: 403,
    text: "Your parent or guardian has to agree before you can pay.",
  },
  BAD_SIGNATURE: { status: 400, text: "The signature is not valid." },
  PROOF_REQUIRED: {
    status: 403,
    text: "Please confirm this change with a one-time code sent to your mobile number.",
  },
  NOT_FOUND: { status: 404, text: "Nothing found at this address." },
  UNKNOWN_TEXT: { status: 404, text: "Text not found." },
  UNKNOWN_SUBSCRIPTION: {
    status: 404,
    text: "This unsubscribe link is not valid. Please use the link in our latest e-mail.",
  },
  UNKNOWN_NUMBER: { status: 404, text: "This number is not registered yet." },
  UNKNOWN_PASSKEY: { status: 404, text: "Passkey not found." },
  UNKNOWN_STAFF: { status: 404, text: "Nobody of the staff was found. The list may have changed." },
  UNKNOWN_LEAD: { status: 404, text: "This lead was not found. It may have been erased or merged." },
  UNKNOWN_SESSION: { status: 404, text: "This session was not found. It may have ended already." },
  UNKNOWN_TEMPLATE: { status: 404, text: "This template was not found. Somebody may have removed it." },
  UNKNOWN_KEY: { status: 404, text: "This key was not found. The list may have changed." },
  UNKNOWN_WEBHOOK: { status: 404, text: "This address was not found. Somebody may have removed it." },
  UNKNOWN_DELIVERY: { status: 404, text: "This delivery was not found. Deliveries are kept for 30 days." },
  UNKNOWN_NOTIFICATION: { status: 404, text: "Notification not found." },
  UNKNOWN_INVOICE: { status: 404, text: "Invoice not found." },
  UNKNOWN_SCHEDULE: { status: 404, text: "You have not bought this course." },
  UNKNOWN_CLASS: { status: 404, text: "This class is not in your schedule." },
  CLASS_CLASH: { status: 409, text: "A trainer or a room has another class then." },
  UNKNOWN_CALENDAR: {
    status: 404,
    text: "This calendar link is not valid. Please copy the current link from your schedule.",
  },
  UNKNOWN_CERTIFICATE: { status: 404, text: "There is no certificate to download with this ID." },
  UNKNOWN_WEBINAR: { status: 404, text: "Webinar not found." },
  UNKNOWN_SEAT: { status: 404, text: "This link is not valid. Please use the link in your registration e-mail." },
  UNKNOWN_COURSE: { status: 404, text: "Course not found." },
  UNKNOWN_BATCH: { status: 404, text: "This batch is no longer offered." },
  UNKNOWN_WAITING: { status: 404, text: "This entry of a waiting list was not found." },
  UNKNOWN_REQUEST: { status: 404, text: "This request was not found." },
  UNKNOWN_LEARNER: { status: 404, text: "Nobody has an account with this number." },
  UNKNOWN_BATCH_TIME: { status: 400, text: "This batch time is not offered. Please choose another one." },
  UNKNOWN_COLLECTION: { status: 404, text: "Test collection not found." },
  UNKNOWN_TOPIC: { status: 404, text: "Topic not found." },
  UNKNOWN_RESULT: { status: 404, text: "Result not found." },
  METHOD_NOT_ALLOWED: { status: 405, text: "This address does not accept this method." },
  KNOWN_STAFF: { status: 409, text: "Somebody of the staff has this e-mail address already." },
  LAST_OWNER: { status: 409, text: "This is the last owner. Make somebody else an owner first." },
  OWN_RESET: { status: 409, text: "Another owner has to reset your own devices." },
  LAST_WAY_IN: { status: 409, text: "You could not sign in any more. Add a passkey or an authenticator app first." },
  TOO_MANY_PASSKEYS: { status: 409, text: "You have 20 passkeys already. Please remove one first." },
  NO_AUTHENTICATOR: { status: 409, text: "Recovery codes belong to an authenticator app. Please set one up first." },
  CHANGED_MEANWHILE: { status: 409, text: "Somebody has changed this meanwhile. Please look at both versions." },
  NO_ADDRESS: { status: 409, text: "This lead has no e-mail address." },
  SPAM_AND_NOT: {
    status: 409,
    text: "One of the two is marked as spam. Please mark it as not spam first, or mark both as spam.",
  },
  TOO_MANY_LEADS: { status: 409, text: "These are more than 5,000 leads. Please choose fewer." },
  TOO_MANY_KEYS: { status: 409, text: "There are 20 keys in use already. Please revoke one first." },
  TOO_MANY_WEBHOOKS: { status: 409, text: "There are 10 addresses already. Please remove one first." },
  NOBODY_TO_WRITE_TO: { status: 409, text: "Nobody of this webinar would get the mail." },
  TOO_MANY_RECIPIENTS: { status: 409, text: "These are more than 2,000 people. Please choose a smaller group." },
  TOO_MANY_VIEWS: { status: 409, text: "You have 30 saved views already. Please remove one first." },
  KNOWN_VIEW: { status: 409, text: "You already have a view with this name." },
  KNOWN_NUMBER: { status: 409, text: "This number is already registered. Please sign in." },
  UPLOAD_CONFLICT: { status: 409, text: "The upload was interrupted. Please choose the picture again." },
  WRONG_AMOUNT: { status: 409, text: "This is not the current price. Please reload the page." },
  PAYMENT_PENDING: {
    status: 409,
    text: "We are confirming your payment. Your course will appear in a moment.",
  },
  WEBINAR_STARTED: {
    status: 409,
    text: "Registration for this webinar is closed. If you have a seat, your link is in your inbox.",
  },
  WEBINAR_CANCELLED: { status: 409, text: "This webinar has been cancelled." },
  WEBINAR_FULL: { status: 409, text: "This webinar is full. If you have a seat, your link is in your inbox." },
  SEAT_TAKEN: { status: 409, text: "You already have a seat. Your link is in your inbox." },
  NO_WAY_TO_LEARNER: { status: 409, text: "The learner cannot be reached this way. Choose another one." },
  UNKNOWN_ORDER: { status: 404, text: "This payment was not found." },
  UNKNOWN_REFUND: { status: 404, text: "This refund was not found." },
  UNKNOWN_PURCHASE: { status: 404, text: "This purchase was not found." },
  NOT_TRANSFERABLE: { status: 409, text: "The learner cannot be transferred now." },
  UNKNOWN_FLAG: { status: 404, text: "This task was not found." },
  FLAG_SETTLED: { status: 409, text: "Somebody has decided about this money already." },
  REFUND_EXCEEDS: {
    status: 409,
    text: "More money would go back than came in: somebody gave some of it back meanwhile. Please look again.",
  },
  NO_OPEN_DRAWER: { status: 409, text: "No cash drawer is open. Open one first: the money comes out of it." },
  UNKNOWN_DUE: { status: 404, text: "This payment link is not valid. Ask us for a new one." },
  DUE_UNDER_WAY: {
    status: 409,
    text: "This instalment is being taken automatically at the moment. Please look again in some hours.",
  },
  NOT_AUTOMATIC: { status: 409, text: "The later instalments cannot be paid automatically. Please pay without it." },
  UNKNOWN_MANDATE: { status: 404, text: "These automatic payments were not found. They may have ended already." },
  DUE_SETTLED: { status: 409, text: "This instalment is already settled." },
  DUE_WAITS: {
    status: 409,
    text: "The price is not agreed yet, so nothing can be paid now. We will tell you when you can pay.",
  },
  UNKNOWN_SALE: { status: 404, text: "This sale was not found. It may have been removed." },
  UNKNOWN_RECEIPT: { status: 404, text: "This receipt was not found." },
  UNKNOWN_DRAWER: { status: 404, text: "This cash drawer was not found." },
  PRICE_CHANGED: {
    status: 409,
    text: "The price of this course has changed. Look at the new price, then send the form again.",
  },
  LEARNER_HAS_COURSE: { status: 409, text: "This learner has the course already. Choose another course." },
  ATTEMPT_USED: {
    status: 409,
    text: "This form was stored before, as you sent it first. Look at what it did before you send another one.",
  },
  REFERENCE_USED: {
    status: 409,
    text: "This reference was used before, so no payment was taken. Look whether it is right, then confirm it.",
  },
  SALE_EXISTS: {
    status: 409,
    text: "This learner has an open sale of the course. Take its payment, or withdraw it first.",
  },
  DISCOUNT_ABOVE_LIMIT: {
    status: 409,
    text: "This discount is above your limit, so no payment was taken. Ask an owner to approve it first.",
  },
  BATCH_JUST_FULL: { status: 409, text: "The last seat of this batch has just gone. Choose another batch." },
  BATCH_HAS_SEATS: { status: 409, text: "This batch has a free seat: nobody needs to wait for it." },
  IN_BATCH_ALREADY: { status: 409, text: "This is the batch that the learner is in already." },
  OFFER_ENDED: { status: 409, text: "This offer has ended, and the seat went to the next in line." },
  CHANGE_REFUSED: { status: 409, text: "The batch cannot be changed now." },
  REQUEST_OPEN: { status: 409, text: "You have asked for another batch already. Please wait for the answer." },
  REQUEST_DECIDED: { status: 409, text: "This request was decided or withdrawn already." },
  PAUSED_ALREADY: { status: 409, text: "This course is paused already." },
  NOT_PAUSED: { status: 409, text: "This course is not paused." },
  PAUSE_REFUSED: { status: 409, text: "The course cannot be paused like this." },
  SALE_NOT_OPEN: { status: 409, text: "Somebody has decided about this sale already. Look at it again." },
  SALE_WAITS: { status: 409, text: "This sale waits for an owner. Nothing can be paid before it is approved." },
  SALE_PAID: { status: 409, text: "Something of this sale is paid already, so it cannot be withdrawn." },
  DRAWER_NOT_OPEN: { status: 409, text: "The cash drawer of this desk is not open. Open it with a count first." },
  DRAWER_STILL_OPEN: {
    status: 409,
    text: "The cash drawer of an earlier day is still open at this desk. Count and close it first.",
  },
  DRAWER_OPEN: { status: 409, text: "The cash drawer of this desk is open already." },
  DRAWER_CLOSED: { status: 409, text: "Somebody has closed this cash drawer already." },
  UNKNOWN_DESK: { status: 409, text: "This desk is not in the money settings any more. Choose another one." },
  NO_UPI_ADDRESS: { status: 409, text: "There is no UPI address yet. An owner enters it in the money settings." },
  SEAT_PENDING: {
    status: 409,
    text: "We are confirming your payment. You will get an e-mail about your seat in a moment.",
  },
  SEAT_DOUBTFUL: {
    status: 409,
    text: "We have your payment, but we could not give you a seat. Our staff will write to you.",
  },
  CLASS_NOT_OPEN: { status: 409, text: "You can join this class from 15 minutes before it starts." },
  CLASS_WITHOUT_LINK: {
    status: 409,
    text: "This class has no join link yet. Please try again in a moment.",
  },
  CLASS_ON_HOLD: {
    status: 409,
    text: "Your classes are on hold because a fee is overdue. You can join again as soon as it is paid.",
  },
  COURSE_PAUSED: {
    status: 409,
    text: "You have paused this course. Resume it in your schedule, and you can join classes again.",
  },
  CLASS_CANCELLED: { status: 409, text: "This class was cancelled." },
  COURSE_WITHDRAWN: { status: 409, text: "This course is no longer offered. Please choose another one." },
  BATCH_FULL: {
    status: 409,
    text: "The last seat of this batch has just gone. Please see what opens next, and choose again.",
  },
  COUPON_REFUSED: { status: 409, text: "This code cannot be used here." },
  KNOWN_COUPON: { status: 409, text: "There is a coupon with this code already." },
  TOO_MANY_COUPONS: { status: 409, text: "There are 200 coupons in use already. Please withdraw one first." },
  UNKNOWN_COUPON: { status: 404, text: "This coupon was not found. The list may have changed." },
  ALREADY_PURCHASED: { status: 409, text: "You have purchased this course already." },
  PAYMENT_SPENT: { status: 409, text: "This payment has already been used for another purchase." },
  BODY_TIMEOUT: { status: 408, text: "The request took too long. Please try again." },
  BODY_TOO_LARGE: { status: 413, text: "The request body is larger than 1 MB." },
  PICTURE_TOO_LARGE: { status: 413, text: "This picture is larger than 15 MB. Please choose a smaller one." },
  NOT_A_PICTURE: {
    status: 415,
    text: "This is not a picture we can show. Please choose a JPEG, PNG, WebP, GIF or AVIF.",
  },
  WRONG_CONTENT_TYPE: { status: 415, text: "Send the body as application/json in UTF-8, not compressed." },
  BROKEN_PICTURE: { status: 422, text: "This picture is damaged or incomplete. Please choose another one." },
  BROKEN_CERTIFICATE: {
    status: 422,
    text: "The record of this certificate is damaged. Please call us; we can repair it.",
  },
  BROKEN_RESULT: { status: 422, text: "The record of this result is damaged. Please take the test again." },
  NOT_A_TABLE: {
    status: 422,
    text: "This file could not be read as a table. Please save it as CSV with headings in the first line.",
  },
  IMPORT_FAULTS: { status: 422, text: "Some lines cannot be imported, so nothing was. Please correct them first." },
  ADDRESS_NOT_ALLOWED: {
    status: 422,
    text: "Notifications go to a public address that begins with https:// only.",
  },
  TOO_MANY_PIXELS: { status: 422, text: "This picture has more than 40 megapixels. Please choose a smaller one." },
  CODE_TOO_SOON: { status: 429, text: "We have just sent a code. Please wait before you ask for another." },
  TOO_MANY_RESULTS: {
    status: 429,
    text: "We have sent too many results to this e-mail address in the last hour. Please try again later.",
  },
  CHECK_NEEDED: {
    status: 429,
    text: "Many codes were requested in a short time. Please try again in an hour, or call us.",
  },
  TOO_MANY_REQUESTS: { status: 429, text: "Too many requests. Please wait a moment and try again." },
  INTERNAL: { status: 500, text: "Something went wrong on our side. Please try again." },
  NO_PROVIDER: { status: 502, text: "The payment provider is not responding. Please try again in a moment." },
  UNCERTAIN: {
    status: 503,
    text: "We lost contact with our database before this was finished. Please check whether it worked before you try again.",
  },
  UNAVAILABLE: { status: 503, text: "Our website is being repaired or restarted. Please try again in a minute." },
  CODE_NOT_SENT: { status: 502, text: "We could not send the code. Please try again in a moment." },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errors;
export type FieldErrors = Record<string, string>;

/** The JSON body of every error reply. */
export type ErrorBody = { error: string; code: ErrorCode; fields?: FieldErrors; requestId?: string };

/** An error that the caller can act on. Handlers throw it; one place turns it into an HTTP reply. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly headers: Record<string, string>;

  /** A `cause` is for the log: something that staff have to put right. */
  constructor(
    code: ErrorCode,
    options: { fields?: FieldErrors; headers?: Record<string, string>; cause?: Error } = {},
  ) {
    super(errors[code].text, options.cause && { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
  }
}
