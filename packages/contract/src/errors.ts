/** Each refusal stands here once: its stable code, its HTTP status and its text for people. */
export const errors = {
  INVALID_INPUT: { status: 400, text: "Something in the request is missing or not right." },
  MALFORMED_JSON: { status: 400, text: "The request body is not valid JSON." },
  WRONG_CODE: { status: 401, text: "This code is wrong or no longer valid. Please check it, or ask for a new one." },
  DEAD_TICKET: { status: 401, text: "This sign-in took too long. Please start again with your number." },
  NOT_SIGNED_IN: { status: 401, text: "You have to login First" },
  PAYMENT_REQUIRED: { status: 402, text: "There is no payment for this." },
  BAD_SIGNATURE: { status: 400, text: "The signature is not the provider's." },
  NOT_FOUND: { status: 404, text: "There is nothing at this address." },
  UNKNOWN_TEXT: { status: 404, text: "There is no such text." },
  UNKNOWN_SUBSCRIPTION: { status: 404, text: "This link belongs to no subscription." },
  UNKNOWN_NUMBER: { status: 404, text: "This number is not registered yet." },
  UNKNOWN_NOTIFICATION: { status: 404, text: "There is no such notification." },
  UNKNOWN_INVOICE: { status: 404, text: "There is no such invoice." },
  UNKNOWN_SCHEDULE: { status: 404, text: "This course is not among yours." },
  UNKNOWN_CLASS: { status: 404, text: "There is no such class among yours." },
  UNKNOWN_CALENDAR: { status: 404, text: "This calendar does not exist, or its address was renewed." },
  UNKNOWN_CERTIFICATE: { status: 404, text: "There is no certificate to download under this ID." },
  UNKNOWN_WEBINAR: { status: 404, text: "There is no such webinar." },
  UNKNOWN_SEAT: { status: 404, text: "This link belongs to no registration." },
  UNKNOWN_COURSE: { status: 404, text: "There is no such course." },
  UNKNOWN_COLLECTION: { status: 404, text: "There is no such collection of tests." },
  UNKNOWN_TOPIC: { status: 404, text: "There is no such topic." },
  UNKNOWN_RESULT: { status: 404, text: "There is no such result." },
  METHOD_NOT_ALLOWED: { status: 405, text: "This address does not take that method." },
  KNOWN_NUMBER: { status: 409, text: "This number is registered already. Please sign in." },
  UPLOAD_CONFLICT: { status: 409, text: "This part of the upload does not follow what has arrived so far." },
  WRONG_AMOUNT: { status: 409, text: "This is not the price. Please load the page again." },
  PAYMENT_PENDING: {
    status: 409,
    text: "Your payment is being confirmed. The course will appear by itself in a moment.",
  },
  WEBINAR_STARTED: { status: 409, text: "Registration for this webinar is closed." },
  WEBINAR_CANCELLED: { status: 409, text: "This webinar will not take place." },
  WEBINAR_FULL: { status: 409, text: "All seats of this webinar are taken." },
  SEAT_TAKEN: { status: 409, text: "You have a seat already, with this e-mail address. Your link is in your mail." },
  SEAT_PENDING: { status: 409, text: "Your payment is being confirmed. Your seat comes by mail in a moment." },
  SEAT_DOUBTFUL: {
    status: 409,
    text: "Your payment has reached us, but there is no seat for it any more. We have been told and will write to you.",
  },
  CLASS_NOT_OPEN: { status: 409, text: "This class opens 15 minutes before it begins." },
  CLASS_WITHOUT_LINK: {
    status: 409,
    text: "The link of this class is not there yet. Please try again in a moment.",
  },
  CLASS_CANCELLED: { status: 409, text: "This class was cancelled." },
  ALREADY_PURCHASED: { status: 409, text: "You have purchased this course already." },
  PAYMENT_SPENT: { status: 409, text: "This payment was for something else." },
  BODY_TIMEOUT: { status: 408, text: "The request did not arrive in time." },
  BODY_TOO_LARGE: { status: 413, text: "The request body is larger than 1 MB." },
  PICTURE_TOO_LARGE: { status: 413, text: "This picture is larger than 15 MB. Please choose a smaller one." },
  NOT_A_PICTURE: {
    status: 415,
    text: "This is not a picture we can show. Please choose a JPEG, PNG, WebP, GIF or AVIF.",
  },
  WRONG_CONTENT_TYPE: { status: 415, text: "Send the body as application/json in UTF-8, not compressed." },
  BROKEN_PICTURE: { status: 422, text: "This picture is damaged or incomplete. Please choose another one." },
  TOO_MANY_PIXELS: { status: 422, text: "This picture has more than 40 megapixels. Please choose a smaller one." },
  CODE_TOO_SOON: { status: 429, text: "A code was sent a moment ago. Please wait before asking for another." },
  TOO_MANY_RESULTS: {
    status: 429,
    text: "Many results have gone to this address in the last hour. Please try again in a while.",
  },
  TOO_MANY_REQUESTS: { status: 429, text: "Too many requests. Please wait a moment and try again." },
  INTERNAL: { status: 500, text: "Something went wrong on our side. Please try again." },
  NO_PROVIDER: { status: 502, text: "The payment provider does not answer. Please try again in a moment." },
  CODE_NOT_SENT: { status: 502, text: "The code could not be sent. Please try again in a moment." },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errors;
export type FieldErrors = Record<string, string>;

/** What every error answer looks like on the wire. */
export type ErrorBody = { error: string; code: ErrorCode; fields?: FieldErrors; requestId?: string };

/** A refusal that the caller can act on. Thrown by handlers, turned into HTTP in one place. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: { fields?: FieldErrors; headers?: Record<string, string> } = {}) {
    super(errors[code].text);
    this.code = code;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
  }
}
