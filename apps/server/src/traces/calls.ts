import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { type Span, SpanKind } from "@opentelemetry/api";
import { currentSpan } from "./current.ts";
import { type Begin, failSpan } from "./span.ts";

/**
 * A span for each call to a provider, by what Node itself reports of `fetch` and of `node:http`: host and status only, as paths and
 * queries name people. No header is added. Returns what ends it.
 */
export function watchCalls(begin: Begin): () => void {
  const spans = new WeakMap<object, Span>();
  const start = (request: object, host: string) => {
    if (!currentSpan.getStore()?.isRecording()) return;
    spans.set(request, begin(`call ${host}`, { kind: SpanKind.CLIENT, attributes: { "server.address": host } }));
  };
  const end = (request: object, status: number | undefined) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (status !== undefined) span.setAttribute("http.response.status_code", status);
    span.end();
  };
  const fail = (request: object, error: unknown) => {
    const span = spans.get(request);
    if (span) failSpan(span, error);
    end(request, undefined);
  };
  const channels: [string, (message: unknown) => void][] = [
    ["undici:request:create", (m) => start((m as Fetched).request, hostOf((m as Fetched).request.origin))],
    ["undici:request:headers", (m) => end((m as Fetched).request, (m as Fetched).response.statusCode)],
    ["undici:request:error", (m) => fail((m as Fetched).request, (m as Fetched).error)],
    ["http.client.request.created", (m) => start((m as Called).request, (m as Called).request.host)],
    ["http.client.response.finish", (m) => end((m as Called).request, (m as Called).response.statusCode)],
    ["http.client.request.error", (m) => fail((m as Called).request, (m as Called).error)],
  ];
  for (const [channel, listener] of channels) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of channels) unsubscribe(channel, listener);
  };
}

type Fetched = { request: { origin: string }; response: { statusCode: number }; error: unknown };
type Called = { request: ClientRequest; response: IncomingMessage; error: unknown };

function hostOf(origin: string): string {
  return URL.parse(origin)?.hostname ?? "unknown";
}
