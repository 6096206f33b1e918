import { createRequire } from "node:module";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Refusal } from "@shoreline/contract";
import { openApi } from "@shoreline/contract/openapi";
import type { Hono } from "hono";
import type { AppEnv } from "./env.ts";
import { docsPolicy } from "./security.ts";

const require = createRequire(import.meta.url);
const library = path.dirname(require.resolve("swagger-ui-dist/package.json"));

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API reference</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><main id="reference"></main><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`;

const onlyRead = () => {
  throw new Refusal("METHOD_NOT_ALLOWED", { headers: { allow: "GET, HEAD" } });
};

/** The API contract as OpenAPI, and a reference page for people. */
export function mountDocs(app: Hono<AppEnv>, { publicUrl }: { publicUrl: string }): void {
  let document: object | undefined;
  app.get("/api/openapi.json", (c) => {
    // Not at the start, which it would make a fifth of a second longer.
    document ??= openApi({ url: publicUrl });
    return c.json(document);
  });
  app.get("/api/docs", (c) => c.html(page, 200, { "content-security-policy": docsPolicy }));
  app.get("/api/docs/start.js", (c) =>
    c.body('SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#reference" });', 200, {
      "content-type": "text/javascript",
    }),
  );
  app.get(
    "/api/docs/:file{swagger-ui.css|swagger-ui-bundle.js}",
    serveStatic({ root: library, rewriteRequestPath: (address) => address.replace("/api/docs", "") }),
  );
  app.all("/api/openapi.json", onlyRead);
  app.all("/api/docs", onlyRead);
}
