import { openTraces } from "../traces/open.ts";
import { startReceiver } from "./receiver.ts";

type Value = { stringValue?: string; intValue?: number };
export type ExportedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number | undefined>;
  status: { code?: number };
};
type Batch = {
  resourceSpans: {
    scopeSpans: {
      spans: (Omit<ExportedSpan, "attributes"> & { attributes: { key: string; value: Value }[] })[];
    }[];
  }[];
};

/** A collector on this machine, and traces that go to it. */
export async function startCollector({ share = 1 } = {}) {
  const receiver = await startReceiver();
  receiver.answerStatus(200, "{}");
  const url = `http://127.0.0.1:${receiver.port}/v1/traces`;
  const warned: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void warned.push(line) };
  const traces = openTraces(
    { url, headers: { "api-key": "secret" }, serviceName: "institute", share },
    { log, mailHost: "mail.example.com" },
  );
  return {
    ...{ receiver, traces, warned },
    /** Everything that was exported; nothing is traced any more. */
    async finish(): Promise<ExportedSpan[]> {
      await traces.stop();
      return receiver.received.flatMap(({ body }) => spansIn(JSON.parse(body)));
    },
  };
}

function spansIn({ resourceSpans }: Batch): ExportedSpan[] {
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return spans.map(({ attributes, ...span }) => ({
    ...span,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
  }));
}
