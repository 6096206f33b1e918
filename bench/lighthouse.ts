// What Lighthouse says about every public page, on a phone and on a computer. It is fetched by npx, so nothing else needs it.
import { spawn } from "node:child_process";
import { findBrowser } from "../scripts/browser.mjs";
import { startProduct, stopAll } from "./product.mjs";
import { findPath, publicPaths } from "./weight.ts";

const lighthouse = "lighthouse@13.5.0";
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const devices = { phone: [], computer: ["--preset=desktop"] };
const wanted = process.env.PAGES?.split(",");

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
};

try {
  await main();
} finally {
  await stopAll();
}

async function main() {
  const { url: baseUrl } = await startProduct();
  console.log(`\n| page | ${Object.keys(devices).join(" | ")} | below 90 |\n| --- | --- | --- | --- |`);
  for (const page of publicPaths.filter(({ title }) => !wanted || wanted.includes(title))) {
    const path = await findPath(page, { baseUrl });
    const reports: Report[] = [];
    for (const flags of Object.values(devices)) reports.push(await inspect(baseUrl + path, flags));
    console.log(
      `| ${[page.title, ...reports.map(scores), [...new Set(reports.flatMap(weak))].join(", ")].join(" | ")} |`,
    );
  }
  console.log(`\n${categories.join(" / ")}`);
}

async function inspect(address: string, flags: string[]): Promise<Report> {
  const args = ["--yes", lighthouse, address, ...flags, "--output=json", "--quiet"];
  args.push(`--only-categories=${categories.join(",")}`, "--chrome-flags=--headless --no-sandbox");
  const child = spawn("npx", args, {
    env: { ...process.env, CHROME_PATH: String(findBrowser()) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (part) => (text += part));
  await new Promise((done) => child.on("close", done));
  return JSON.parse(text) as Report;
}

function scores({ categories: found }: Report): string {
  return categories.map((name) => Math.round((found[name]?.score ?? 0) * 100)).join(" / ");
}

/** What cost points. */
function weak({ categories: found, audits }: Report): string[] {
  return categories
    .flatMap((name) => found[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ""}`.trim());
}
