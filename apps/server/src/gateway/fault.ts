type Details = { field?: string; status?: 400 | 401; reason?: string; step?: string };

/** A request that the provider would refuse too, with the provider's error body. */
export class Fault extends Error {
  readonly status: 400 | 401;
  readonly body: { error: Record<string, unknown> };

  constructor(description: string, { field, status = 400, reason, step = "payment_initiation" }: Details = {}) {
    super(description);
    this.status = status;
    this.body = {
      error: {
        code: "BAD_REQUEST_ERROR",
        description,
        source: "business",
        step,
        reason: reason ?? "input_validation_failed",
        metadata: {},
        ...(field ? { field } : {}),
      },
    };
  }
}
