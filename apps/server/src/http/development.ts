import { createServer as createHttpServer, type Server } from "node:http";
import path from "node:path";
import type { ServerBuild } from "react-router";
import type { Site } from "./pages.ts";

const web = path.resolve(import.meta.dirname, "../../../web");

/** Serves the site from its sources, with live reload. Only `npm run dev` needs vite, so only this file loads it. */
export async function developmentSite(): Promise<Site & { attach(server: Server): void; stop(): Promise<void> }> {
  const { createServer } = await import("vite");
  // Vite needs a server for its web socket before ours exists, so this one only forwards upgrades.
  const upgrades = createHttpServer();
  const server = { middlewareMode: true, ws: { server: upgrades } };
  const vite = await createServer({ root: web, server, appType: "custom" });
  return {
    isDevelopment: true,
    load: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    attach(server) {
      server.on("upgrade", (...args) => upgrades.emit("upgrade", ...args));
      const [app] = server.listeners("request") as ((...args: unknown[]) => void)[];
      server.removeAllListeners("request");
      server.on("request", (request, response) => vite.middlewares(request, response, () => app?.(request, response)));
    },
    stop: () => vite.close(),
  };
}
