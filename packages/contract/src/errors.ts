/** Each refusal stands here once: its stable code, its HTTP status and its text for people. */
export const errors = {
  INVALID_INPUT: { status: 400, text: "Something in the request is missing or not right." },
  MALFORMED_JSON: { status: 400, text: "The request body is not valid JSON." },
  NOT_FOUND: { status: 404, text: "There is nothing at this address." },
  UNKNOWN_TEXT: { status: 404, text: "There is no such text." },
  UNKNOWN_SUBSCRIPTION: { status: 404, text: "This link belongs to no subscription." },
  UNKNOWN_COURSE: { status: 404, text: "There is no such course." },
  METHOD_NOT_ALLOWED: { status: 405, text: "This address does not take that method." },
  BODY_TIMEOUT: { status: 408, text: "The request did not arrive in time." },
  BODY_TOO_LARGE: { status: 413, text: "The request body is larger than 1 MB." },
  WRONG_CONTENT_TYPE: { status: 415, text: "Send the body as application/json in UTF-8, not compressed." },
  TOO_MANY_REQUESTS: { status: 429, text: "Too many requests. Please wait a moment and try again." },
  INTERNAL: { status: 500, text: "Something went wrong on our side. Please try again." },
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
