import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { installedBrowser } from "./scripts/browser.mjs";

const browser = process.env.BROWSER_PATH ?? installedBrowser();
const port = Number(process.env.E2E_PORT ?? 4311);
// Workers read this file again: the first one decides for all.
process.env.E2E_DATA ??= mkdtempSync(path.join(tmpdir(), "shoreline-journeys-"));

export default defineConfig({
  testDir: "e2e",
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: "line",
  // A journey says what happens, not how fast: `bench/` measures that. A loaded machine may take its time.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording every journey slows them all: `npx playwright test --trace on courses` shows one that fails.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    // Builds the site first when its sources changed.
    command: `"${process.execPath}" scripts/start.mjs`,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: {
      ...(process.env as Record<string, string>),
      PORT: String(port),
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      DATA_DIR: process.env.E2E_DATA,
    },
  },
});
