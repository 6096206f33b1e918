import { temporaryFolder } from "./product.mjs";

/** How the journeys start their browser. */
export async function readLaunchOptions() {
  process.env.E2E_DATA ??= temporaryFolder(); // else the next import makes one that stays
  const { default: config } = await import("../playwright.config.ts");
  return config.use?.launchOptions ?? {};
}
