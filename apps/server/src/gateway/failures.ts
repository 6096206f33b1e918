/** Reasons why a payment fails, as the provider documents them: https://razorpay.com/docs/errors/payments/list/ */
export const failures = {
  payment_failed: {
    code: "BAD_REQUEST_ERROR",
    description: "Your payment could not be completed due to a temporary issue at your bank. Try again later.",
    source: "issuer_bank",
    step: "payment_authorization",
    reason: "payment_failed",
  },
  payment_cancelled: {
    code: "BAD_REQUEST_ERROR",
    description: "Your payment has been cancelled. Try again or complete the payment later.",
    source: "customer",
    step: "payment_authentication",
    reason: "payment_cancelled",
  },
  insufficient_funds: {
    code: "BAD_REQUEST_ERROR",
    description:
      "Your payment could not be completed due to insufficient account balance. Try again with another account.",
    source: "customer",
    step: "payment_authorization",
    reason: "insufficient_funds",
  },
  payment_timed_out: {
    code: "BAD_REQUEST_ERROR",
    description: "Your payment was not completed in time: the UPI request has expired. Try again.",
    source: "customer",
    step: "payment_authentication",
    reason: "payment_timed_out",
  },
  card_declined: {
    code: "BAD_REQUEST_ERROR",
    description: "Your payment was declined by your bank. Try another card or contact your bank.",
    source: "issuer_bank",
    step: "payment_authorization",
    reason: "card_declined",
  },
  authentication_failed: {
    code: "BAD_REQUEST_ERROR",
    description: "Your payment could not be completed as authentication with your bank failed. Try again.",
    source: "customer",
    step: "payment_authentication",
    reason: "authentication_failed",
  },
} as const;

export type Failure = keyof typeof failures;
