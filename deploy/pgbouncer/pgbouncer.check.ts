// PgBouncer with our recipe, before a PostgreSQL of its own: what the product needs, and the product itself.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { otherPostgres } from "../../apps/server/src/test/other-postgres.ts";
import { atEnd, endAll, freePort, temporaryFolder } from "../../faults/children.ts";
import { send } from "../../faults/http.ts";
import { startProduct } from "../../faults/product.ts";
import { buildSite } from "../../scripts/build.mjs";
import { hasTool } from "../../scripts/debian-tools.mjs";
import { probe } from "./probe.ts";
import { startPgbouncer } from "./start.ts";

describe.skipIf(!hasTool("pgbouncer"))("PgBouncer", () => {
  let database: Awaited<ReturnType<typeof otherPostgres>>;
  const port = () => new URL(database.url).port;

  beforeAll(async () => {
    database = await otherPostgres();
    atEnd(() => database.stop());
  });
  afterAll(endAll);

  test("in session mode connections keep their named queries, what they listen to, and their locks", async () => {
    expect(await probe(await startPgbouncer({ port: port() }))).toEqual({ named: true, listen: true, lock: true });
  });

  test("in transaction mode they do not, so the recipe does not use it", async () => {
    const found = await probe(await startPgbouncer({ port: port(), mode: "transaction" }));
    expect(found).toMatchObject({ named: false, lock: false });
  });

  test("the product starts, serves and works off jobs through it", async () => {
    buildSite();
    const folder = temporaryFolder();
    const DATABASE_URL = await startPgbouncer({ port: port() });
    const env = { DATABASE_URL, DATABASE_OWNER_URL: "", DATA_DIR: `${folder}/data`, PUBLIC_URL: "" };
    const product = await startProduct({ port: await freePort(), log: `${folder}/log`, env });
    expect((await send(product.url, { path: "/" })).status).toBe(200);
    expect(String((await send(product.url, { path: "/readyz" })).body)).toMatch(/^(ready|degraded)/);
  });
});
