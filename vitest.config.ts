import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

// Files share a worker and its modules: each makes its own database and its own people, so nothing leaks from one to the next.
const shared = { isolate: false };

// What the product asks its database in tests of rooms; `explain` reads it. This file is read once for each project.
const statements = path.join(tmpdir(), `shoreline-statements-${process.pid}`);
mkdirSync(statements, { recursive: true });
process.once("exit", () => rmSync(statements, { recursive: true, force: true }));
const provide = { statements };

const node = (name: string, root: string, include = ["src/**/*.test.ts"]) => ({
  name,
  root,
  include,
  environment: "node" as const,
  ...shared,
});

export default defineConfig({
  test: {
    // One for each core: a third one on two cores gained nothing.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    projects: [
      { test: node("domain", "packages/domain") },
      { test: node("proof", "packages/proof") },
      { test: node("contract", "packages/contract") },
      { test: node("scripts", "scripts", ["*.test.ts"]) },
      {
        test: {
          // What takes longer, *.check.ts, is for `npm run deploy:check`.
          ...node("deploy", "deploy", process.env.DEPLOY_CHECK ? ["**/*.{test,check}.ts"] : ["**/*.test.ts"]),
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node("faults", "faults", ["*.test.ts"]),
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...node("server", "apps/server"),
          exclude: ["src/explain/**"],
          globalSetup: "./src/test/global-setup.ts",
          provide,
          // A busy machine answers late: a test asks until it is so, and only what never comes is a failure.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...node("explain", "apps/server", ["src/explain/*.test.ts"]),
          provide,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // After the tests that write down statements.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "web",
          root: "apps/web",
          include: ["app/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          // Each file has its own globals and modules, but the process and what it has compiled are shared.
          pool: "vmForks",
          setupFiles: "./app/test/patience.ts",
          // Typing into a form takes seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
    ],
  },
});
