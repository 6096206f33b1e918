import { readConfig } from "../config.ts";
import { StartError } from "../start-error.ts";

try {
  const config = readConfig({ env: process.env, envFile: ".env" });
  if (config.workers > 1) {
    const { runPrimary } = await import("./primary.ts");
    await runPrimary(config);
  } else await import("../main.ts");
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}
