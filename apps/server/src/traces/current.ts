import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "@opentelemetry/api";

/** The span of the work that is being done. There is none while tracing is off. */
export const currentSpan = new AsyncLocalStorage<Span>();

/** The current span as W3C Trace Context writes it, for work that is done later. */
export function currentTraceparent(): string | undefined {
  const span = currentSpan.getStore();
  if (!span) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

/** What log lines say about it. */
export function traceFields(): { traceId?: string } {
  const span = currentSpan.getStore();
  return span ? { traceId: span.spanContext().traceId } : {};
}
