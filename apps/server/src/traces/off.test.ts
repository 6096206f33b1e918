import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { subscription } from "../db/tables/lead.ts";
import { testInstitute } from "../test/institute.ts";
import { currentSpan, currentTraceparent, traceFields } from "./current.ts";

test("without traces the product loads nothing of OpenTelemetry", () => {
  // main.ts starts the product when it is imported, so its parts are imported here. prom-client has always loaded the
  // interfaces, `@opentelemetry/api`, for examples in metrics that we do not use.
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    for (const part of ["app.ts", "start.ts", "config.ts", "db/connect.ts", "http/log.ts", "traces/current.ts"])
      await import(new URL(part, ${JSON.stringify(new URL("../", import.meta.url).href)}).href);
    console.log(JSON.stringify({ all: loaded.length, traced: loaded.filter((url) => /@opentelemetry\\/(?!api\\/)|traces\\/open/.test(url)) }));`;
  const { all, traced } = JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }),
  );
  expect(all).toBeGreaterThan(300);
  expect(traced).toEqual([]);
});

test("without traces connections keep their own query, payloads hold no trace and log lines neither", async () => {
  const institute = await testInstitute();
  const client = await institute.pool.connect();
  expect(Object.hasOwn(client, "query")).toBe(false);
  client.release();
  expect(currentSpan.getStore()).toBeUndefined();
  expect(currentTraceparent()).toBeUndefined();
  expect(traceFields()).toEqual({});
  await institute.visitor().lead.subscribe({ email: "plain@example.com" });
  expect(await institute.db.$count(subscription)).toBe(1);
  const { rows } = await institute.pool.query("select payload from graphile_worker._private_jobs");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("traceparent");
});
