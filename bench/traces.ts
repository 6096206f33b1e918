// Compares what a small call costs without traces, with a tenth of them and with all, in one run.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "./floor.ts";
import { get } from "./get.mjs";
import { cpuMicroseconds } from "./load.mjs";
import { startProduct, stopAll } from "./product.mjs";

// The smallest call: a trace costs most beside it.
const path = "/api/webinar/now";
const rounds = 9;
const callsPerRound = 400;

/** By the name of what exports. */
const exported = new Map<string, number>();
const collector = createServer((request, response) => {
  const from = decodeURIComponent(request.url?.split("/")[1] ?? "");
  request.on("data", (part: Buffer) => {
    exported.set(from, (exported.get(from) ?? 0) + part.length);
  });
  request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
}).listen(0, "127.0.0.1");
await once(collector, "listening");
const { port } = collector.address() as AddressInfo;
const settings = (name: string, share: string) => () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
  OTEL_TRACES_SAMPLER_ARG: share,
});

try {
  const kinds = [
    { name: "off", product: await startProduct(), costs: [] as number[] },
    { name: "a tenth", product: await startProduct(settings("a tenth", "0.1")), costs: [] as number[] },
    { name: "all", product: await startProduct(settings("all", "1")), costs: [] as number[] },
  ];
  // In turn, so that other work of the machine disturbs all alike. The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const kind of kinds) {
      const cost = await costOf(kind.product);
      if (round > 0) kind.costs.push(cost);
    }
  const off = kinds[0]?.costs ?? [];
  console.log(`\nµs of processor time for \`${path}\` (medians of ${rounds} rounds of ${callsPerRound})\n`);
  console.log("| traces | µs a call | of off in the same round | exported a call |\n| --- | ---: | ---: | ---: |");
  for (const { name, costs } of kinds) {
    const ratio = median(costs.map((cost, round) => cost / (off[round] ?? cost)));
    const bytes = (exported.get(name) ?? 0) / ((rounds + 1) * callsPerRound);
    console.log(`| ${name} | ${median(costs).toFixed(0)} | ${ratio.toFixed(2)} | ${bytes.toFixed(0)} bytes |`);
  }
} finally {
  await stopAll();
  collector.close();
  collector.closeAllConnections();
}

async function costOf({ url, pid }: { url: string; pid: number | undefined }): Promise<number> {
  const begun = cpuMicroseconds(pid);
  for (let n = 0; n < callsPerRound; n++) {
    const { status } = await get(url + path, {});
    if (status !== 200) throw new Error(`${path} answers ${status}`);
  }
  // What is waiting is exported after two seconds, and belongs to these calls.
  await sleep(2500);
  return (cpuMicroseconds(pid) - begun) / callsPerRound;
}
