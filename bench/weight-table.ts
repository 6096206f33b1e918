// Starts a product and prints the weight of the first load of every public page.
import { chromium } from "@playwright/test";
import { readLaunchOptions } from "./launch-options.ts";
import { startProduct, stopAll } from "./product.mjs";
import {
  findPath,
  measureWeight,
  type PublicPath,
  publicPaths,
  type Weight,
  weightTable,
  whyTooHeavy,
} from "./weight.ts";

try {
  await main();
} finally {
  await stopAll();
}

async function main() {
  const { url: baseUrl } = await startProduct();
  const browser = await chromium.launch(await readLaunchOptions());
  const weights: Weight[] = [];
  for (const wanted of publicPaths) {
    const page = await browser.newPage();
    weights.push(await measureWeight({ page, baseUrl, path: await findPath(wanted, { baseUrl }) }));
    await page.close();
  }
  await browser.close();
  console.log(`\n${weightTable(weights)}\n`);
  const faults = weights.flatMap((weight, n) =>
    whyTooHeavy(weight, publicPaths[n] as PublicPath).map((why) => `${weight.path}: ${why}`),
  );
  console.log(faults.length > 0 ? faults.join("\n") : "Every public page is within the budgets.");
}
