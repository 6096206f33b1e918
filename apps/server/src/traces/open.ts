import path from "node:path";
import { type Attributes, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TaskList } from "graphile-worker";
import type { Logger } from "pino";
import { watchCalls } from "./calls.ts";
import { currentSpan } from "./current.ts";
import { patientExporter } from "./exporter.ts";
import { watchQueries } from "./queries.ts";
import type { TraceSettings } from "./settings.ts";
import { type Begin, failSpan, type Run } from "./span.ts";
import type { Traces } from "./traces.ts";

type Options = {
  log: Pick<Logger, "warn">;
  /** The mail server, to which mails leave without HTTP. */
  mailHost?: string | undefined;
  /** For tests. */
  stopWithinMs?: number;
};

/** The only part of the product that loads OpenTelemetry; main.ts imports it when tracing is on. Nothing is registered globally. */
export function openTraces(settings: TraceSettings, { log, mailHost, stopWithinMs = 3000 }: Options): Traces {
  const { url, headers, serviceName, share } = settings;
  const sender = new OTLPTraceExporter({ url, headers, timeoutMillis: 5000, concurrencyLimit: 8 });
  const processor = new BatchSpanProcessor({
    exporter: patientExporter(sender, log),
    // What is beyond is dropped: a collector that is away costs about 2 MB and no more.
    ...{ maxQueueSize: 2048, maxExportBatchSize: 512 },
    ...{ scheduledDelayMillis: 2000, exportTimeoutMillis: 6000 },
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.instance.id": crypto.randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("shoreline");

  const begin: Begin = (name, { kind = SpanKind.INTERNAL, attributes = {}, traceparent } = {}) => {
    const joined = traceparent === undefined ? null : parseTraceParent(traceparent);
    const parent = currentSpan.getStore();
    const context = joined
      ? trace.setSpanContext(ROOT_CONTEXT, { ...joined, isRemote: true })
      : parent
        ? trace.setSpan(ROOT_CONTEXT, parent)
        : ROOT_CONTEXT;
    return tracer.startSpan(name, { kind, attributes }, context);
  };
  const run: Run = async (name, options, work) => {
    const span = begin(name, options);
    try {
      return await currentSpan.run(span, () => work(span));
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  };
  const stopWatching = watchCalls(begin);

  return {
    aroundRequest:
      (handle, { mayJoin }) =>
      async (c, next) => {
        const isInProcess = c.env?.pageRequestId !== undefined;
        const kind = isInProcess ? SpanKind.INTERNAL : SpanKind.SERVER;
        const sent = isInProcess ? undefined : c.req.header("traceparent");
        const traceparent = sent !== undefined && mayJoin(c) ? sent : undefined;
        await run(c.req.method, { kind, traceparent }, async (span) => {
          await handle(c, next);
          if (!span.isRecording()) return;
          const { route, requestId } = c.var;
          span.updateName(`${c.req.method} ${route}`);
          span.setAttributes({
            "http.request.method": c.req.method,
            "http.route": route,
            "http.response.status_code": c.res.status,
            "shoreline.request_id": requestId,
          });
          if (c.res.status >= 500) failSpan(span, c.error);
        });
      },
    noteCache: (outcome) => void currentSpan.getStore()?.setAttribute("shoreline.cache", outcome),
    aroundRender:
      (render, routeOf) =>
      (...given) =>
        run("render", { attributes: { "http.route": routeOf(...given) } }, () => render(...given)),
    aroundJobs: (tasks) =>
      mapTasks(tasks, (name, task) => (payload, helpers) => {
        const { traceparent } = (payload ?? {}) as { traceparent?: unknown };
        const attributes: Attributes = { "shoreline.job": name, "shoreline.try": helpers.job.attempts };
        const joined = typeof traceparent === "string" ? traceparent : undefined;
        return currentSpan.exit(() =>
          run(`job ${name}`, { kind: SpanKind.CONSUMER, attributes, traceparent: joined }, async () => {
            await task(payload, helpers);
          }),
        );
      }),
    aroundDraw: (draw) => (module, input) =>
      run("draw", { attributes: { "shoreline.drawing": path.basename(module.pathname) } }, () => draw(module, input)),
    aroundMailer: (mailer) => ({
      ...mailer,
      send: (mail) => {
        const attributes: Attributes = mailHost === undefined ? {} : { "server.address": mailHost };
        return run("send mail", { kind: SpanKind.CLIENT, attributes }, () => mailer.send(mail));
      },
    }),
    watchQueries: (pool) => watchQueries(pool, begin),
    async stop() {
      stopWatching();
      const late = new Promise((done) => setTimeout(done, stopWithinMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

type Task = NonNullable<TaskList[string]>;

function mapTasks(tasks: TaskList, around: (name: string, task: Task) => Task): TaskList {
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, around(name, task as Task)]));
}
