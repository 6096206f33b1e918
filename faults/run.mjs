import { fail, ready } from "../scripts/ready.mjs";

await ready(import.meta.url);
const { parseArgs } = await import("node:util");
const { buildSite } = await import("../scripts/build.mjs");
const { endAll } = await import("./children.ts");
const { checkOut } = await import("./old-tree.ts");
const { scenarios } = await import("./scenarios.ts");
const { print, summarise } = await import("./report.ts");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string" }, seed: { type: "string" }, from: { type: "string" }, at: { type: "string" } },
});
const usage = `usage: node faults/run.mjs [${Object.keys(scenarios).join("|")}] [--rounds N] [--seed N] [--at REVISION] [--from REVISION]`;
for (const name of positionals) if (!Object.hasOwn(scenarios, name)) fail(usage);
const rounds = Number(values.rounds ?? 3);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(rounds >= 1 && rounds <= 1000) || !Number.isInteger(seed)) fail(usage);

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => endAll().then(() => process.exit(1)));
buildSite();
console.log(`  seed       ${seed}`);
const results = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(scenarios)) {
  try {
    const root = values.at ? checkOut(values.at) : undefined;
    for await (const result of scenarios[name]({ rounds, seed, from: values.from, root })) {
      results.push({ scenario: name, ...result });
      print(result);
    }
  } catch (error) {
    const result = { name, faults: [`the scenario broke: ${error?.stack ?? error}`], figures: {} };
    results.push({ scenario: name, ...result });
    print(result);
  }
  await endAll();
}
const options = ["at", "from"].flatMap((name) => (values[name] ? [`--${name} ${values[name]}`] : []));
const failed = summarise(results, { options: [`--rounds ${rounds} --seed ${seed}`, ...options].join(" ") });
process.exit(failed > 0 ? 1 : 0);
