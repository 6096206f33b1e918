import { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { currentSpan } from "./current.ts";

const quietForMs = 10 * 60_000;

/** A collector that is away is worth one line in ten minutes. What it misses is lost: traces are not worth more. */
export function patientExporter(sender: SpanExporter, log: Pick<Logger, "warn">): SpanExporter {
  let lost = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      // Its own calls are not traced.
      currentSpan.exit(() =>
        sender.export(spans, (result) => {
          if (result.code !== ExportResultCode.SUCCESS) {
            lost += spans.length;
            if (performance.now() - saidAt > quietForMs) {
              // Not the message: it may repeat what the collector answered.
              log.warn(
                { lost, type: describe(result.error) },
                "the collector does not take traces (OTEL_EXPORTER_OTLP_ENDPOINT)",
              );
              saidAt = performance.now();
              lost = 0;
            }
          }
          // Success also where they are lost: the library would report a failure a second time.
          done({ code: ExportResultCode.SUCCESS });
        }),
      );
    },
    forceFlush: async () => sender.forceFlush?.(),
    shutdown: () => sender.shutdown(),
  };
}

function describe(error: Error | undefined): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === undefined ? (error?.name ?? "unknown") : String(code);
}
