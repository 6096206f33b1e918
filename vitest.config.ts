import { defineConfig } from "vitest/config";

const node = (name: string, root: string, include = ["src/**/*.test.ts"]) => ({
  name,
  root,
  include,
  environment: "node" as const,
});

export default defineConfig({
  test: {
    projects: [
      { test: node("domain", "packages/domain") },
      { test: node("contract", "packages/contract") },
      { test: node("scripts", "scripts", ["*.test.ts"]) },
      {
        test: {
          ...node("server", "apps/server"),
          globalSetup: "./src/test/global-setup.ts",
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "web", root: "apps/web", include: ["app/**/*.test.{ts,tsx}"], environment: "happy-dom" } },
    ],
  },
});
