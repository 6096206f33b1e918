// The product itself behind the recipe: its headers are what nginx decides by.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endAll, freePort, temporaryFolder } from "../../faults/children.ts";
import { send } from "../../faults/http.ts";
import { startProduct } from "../../faults/product.ts";
import { buildSite } from "../../scripts/build.mjs";
import { hasTool } from "../../scripts/debian-tools.mjs";
import { visit } from "../visit.ts";
import { startRecipe } from "./start.ts";

describe.skipIf(!hasTool("nginx"))("the product behind nginx", () => {
  let port: number;
  let direct: string;

  beforeAll(async () => {
    buildSite();
    const folder = temporaryFolder();
    const env = { DATA_DIR: `${folder}/data`, PUBLIC_URL: "https://academy.example.com", TRUST_PROXY: "1" };
    const product = await startProduct({
      port: await freePort(),
      log: `${folder}/log`,
      env: { ...env, DEMO: "1", METRICS_KEY: "a-key-of-operators" },
    });
    direct = product.url;
    ({ port } = await startRecipe([product.port]));
  });
  afterAll(endAll);

  /** How many pages and lists the product has answered from its memory, or made. */
  async function answered(): Promise<number> {
    const text = String((await send(direct, { path: "/metrics" })).body);
    const counts = [...text.matchAll(/^shoreline_page_cache_total\{outcome="(?:hit|miss|bypass)"\} (\d+)/gm)];
    if (counts.length === 0) throw new Error("the product counts no answers from its cache");
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  }

  test.each(["/", "/onlinecourses", "/api/course"])(
    "%s is kept, and who sends a token gets it from the product",
    async (path) => {
      expect((await visit(port, { path })).status).toBe(200);
      const before = await answered();
      for (let visits = 0; visits < 5; visits++)
        expect((await visit(port, { path })).headers["cache-control"]).toBe("public, no-cache");
      expect((await answered()) - before).toBeLessThanOrEqual(2);
      const between = await answered();
      for (let visits = 0; visits < 5; visits++) await visit(port, { path, headers: { authorization: "Bearer none" } });
      expect((await answered()) - between).toBeGreaterThanOrEqual(5);
    },
  );

  test("an asset is immutable and comes in the visitor's encoding", async () => {
    const page = (await visit(port, { path: "/" })).body;
    const [asset = ""] = /\/assets\/[\w.-]+\.css/.exec(page) ?? [];
    const { status, headers } = await visit(port, { path: asset, headers: { "accept-encoding": "br" } });
    expect([status, headers["cache-control"], headers["content-encoding"]]).toEqual([
      200,
      "public, max-age=31536000, immutable",
      "br",
    ]);
    expect((await visit(port, { path: asset })).headers["content-encoding"]).toBeUndefined();
  });

  test("metrics, the outbox and the reasons of readiness are not public", async () => {
    const key = { authorization: "Bearer a-key-of-operators" };
    expect((await visit(port, { path: "/metrics", headers: key })).status).toBe(404);
    expect((await visit(port, { path: "/dev/outbox" })).status).toBe(404);
    expect((await visit(port, { path: "/readyz" })).body).toMatch(/^(ready|degraded)\n?$/);
    expect((await send(direct, { path: "/metrics" })).status).toBe(200);
  });

  test("who claims another address each time meets the limit all the same", async () => {
    const statuses = [];
    for (let n = 0; n < 190; n++) {
      const headers = { "x-forwarded-for": `10.1.2.${n}` };
      statuses.push((await visit(port, { path: "/api/certificate/get/none", headers })).status);
    }
    expect(statuses.at(0)).not.toBe(429);
    expect(statuses.at(-1)).toBe(429);
  });
});
