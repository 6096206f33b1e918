import { type Attributes, type Span, type SpanKind, SpanStatusCode } from "@opentelemetry/api";

type BeginOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Names the parent when it is not the current span. A malformed one is ignored. */
  traceparent?: string | undefined;
};
export type Begin = (name: string, options?: BeginOptions) => Span;
export type Run = <Result>(
  name: string,
  options: BeginOptions,
  work: (span: Span) => Promise<Result>,
) => Promise<Result>;

/** Only what kind of error it is: its text may name people. */
export function failSpan(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  const type = typeof code === "string" && /^[A-Z0-9_]{3,60}$/.test(code) ? code : error?.constructor.name;
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (type) span.setAttribute("error.type", type);
}
