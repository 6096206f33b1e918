import type { Server } from "node:http";
import path from "node:path";
import type { ServerBuild } from "react-router";
import type { Site } from "./pages.ts";

const web = path.resolve(import.meta.dirname, "../../../web");

/** The site from its sources, with reload in the browser. Only for `npm run dev`, so vite is loaded here alone. */
export async function developmentSite(): Promise<Site & { attach(server: Server): void; stop(): Promise<void> }> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root: web, server: { middlewareMode: true, ws: false }, appType: "custom" });
  return {
    isDevelopment: true,
    load: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    attach(server) {
      const [app] = server.listeners("request") as ((...args: unknown[]) => void)[];
      server.removeAllListeners("request");
      server.on("request", (request, response) => vite.middlewares(request, response, () => app?.(request, response)));
    },
    stop: () => vite.close(),
  };
}
