import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApi } from "./openapi.ts";

const document = openApi({ title: "Shoreline Academy", url: "http://127.0.0.1:3000" });

test("the OpenAPI document passes the linter's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const told = problems.map((p) => `${p.severity} ${p.ruleId}: ${p.message} ${p.location[0]?.pointer ?? ""}`);
  // Loopback is right here: the document names the address at which this very server answers.
  expect(told.filter((line) => !line.includes("no-server-example"))).toEqual([]);
});

test("a path parameter is described as one, and the body does not repeat it", () => {
  const paths = document.paths as Record<string, { get?: { parameters: unknown[] } }>;
  expect(paths["/api/course/{courseId}"]?.get?.parameters).toEqual([
    { name: "courseId", in: "path", required: true, schema: expect.objectContaining({ type: "string" }) },
  ]);
});
