import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApi } from "./openapi.ts";

const document = openApi({ url: "https://academy.test" });

test("the OpenAPI document passes the linter's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const lines = problems.map((p) => `${p.severity} ${p.ruleId}: ${p.message} ${p.location[0]?.pointer ?? ""}`);
  expect(lines).toEqual([]);
});

test("a path parameter is documented as a path parameter and nowhere else", () => {
  const paths = document.paths as Record<string, { get?: { parameters: unknown[] } }>;
  expect(paths["/api/course/{courseId}"]?.get?.parameters).toEqual([
    { name: "courseId", in: "path", required: true, schema: expect.objectContaining({ type: "string" }) },
  ]);
});
