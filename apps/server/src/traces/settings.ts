import { StartError } from "../start-error.ts";

type Given = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG?: number | undefined;
};

export type TraceSettings = NonNullable<ReturnType<typeof readTraceSettings>>;

/** Traces are on when they have somewhere to go. */
export function readTraceSettings(given: Given) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, ...rest } = given;
  if (!endpoint) {
    const set = Object.entries({ OTEL_EXPORTER_OTLP_HEADERS: headers, ...rest })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name);
    if (set.length > 0)
      throw new StartError(
        `${set.join(", ")} without OTEL_EXPORTER_OTLP_ENDPOINT: set the address of the collector too.`,
      );
    return undefined;
  }
  return {
    /** Where the standard has the traces of a collector. */
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: readHeaders(headers),
    serviceName: rest.OTEL_SERVICE_NAME ?? "shoreline",
    share: rest.OTEL_TRACES_SAMPLER_ARG ?? 0.1,
  };
}

/** `name=value,name=value`, as the standard writes them: values are encoded like those of an address. */
function readHeaders(setting: string | undefined): Record<string, string> {
  const pairs = setting?.split(",").map((pair) => /^\s*([\w.-]+)\s*=(.*)$/.exec(pair)) ?? [];
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name = "", value = ""] = pair ?? [];
        const decoded = decodeURIComponent(value.trim());
        if (!name || !/^[\x20-\x7e]*$/.test(decoded)) throw new Error("not a header");
        return [name.toLowerCase(), decoded];
      }),
    );
  } catch {
    throw new StartError("OTEL_EXPORTER_OTLP_HEADERS must be headers like api-key=secret,tenant=shoreline.");
  }
}
