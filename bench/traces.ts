// Compares what a small call costs without traces, with a tenth of them and with all, in one run.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { median } from "./floor.ts";
import { get } from "./get.mjs";
import { cpuMicroseconds } from "./load.mjs";
import { startProduct, stopAll } from "./product.mjs";

// The smallest call: a trace costs most beside it.
const path = "/api/webinar/now";
const rounds = 7;
const callsPerRound = 400;

let exportedBytes = 0;
const collector = createServer((request, response) => {
  request.on("data", (part: Buffer) => {
    exportedBytes += part.length;
  });
  request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
}).listen(0, "127.0.0.1");
await once(collector, "listening");
const { port } = collector.address() as AddressInfo;
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };

try {
  const kinds = [
    { name: "off", product: await startProduct(), costs: [] as number[], exported: 0 },
    {
      name: "a tenth",
      product: await startProduct(() => ({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: "0.1" })),
      costs: [] as number[],
      exported: 0,
    },
    {
      name: "all",
      product: await startProduct(() => ({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: "1" })),
      costs: [] as number[],
      exported: 0,
    },
  ];
  // In turn, so that other work of the machine disturbs all alike. The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const kind of kinds) {
      const before = exportedBytes;
      const cost = await costOf(kind.product);
      if (round > 0) kind.costs.push(cost);
      kind.exported += exportedBytes - before;
    }
  const off = median(kinds[0]?.costs ?? []);
  console.log(`\nµs of processor time for \`${path}\` (median of ${rounds} rounds of ${callsPerRound})\n`);
  console.log("| traces | µs a call | of off | exported |\n| --- | ---: | ---: | ---: |");
  for (const { name, costs, exported } of kinds)
    console.log(
      `| ${name} | ${median(costs).toFixed(0)} | ${(median(costs) / off).toFixed(2)} | ${(exported / 1024).toFixed(0)} KB |`,
    );
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
  return (cpuMicroseconds(pid) - begun) / callsPerRound;
}
