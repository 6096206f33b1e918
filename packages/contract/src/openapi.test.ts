import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApi } from "./openapi.ts";

const document = openApi({ url: "https://academy.test" });

test("the OpenAPI document passes the linter's recommended rules", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const lines = problems.map((p) => `${p.severity} ${p.ruleId}: ${p.message} ${p.location[0]?.pointer ?? ""}`);
  expect(lines.filter((line) => !isAboutCredentials(line))).toEqual([]);
});

test("a path parameter is documented as a path parameter and nowhere else", () => {
  const paths = document.paths as Record<string, { get?: { parameters: unknown[] } }>;
  expect(paths["/api/course/{courseId}"]?.get?.parameters).toEqual([
    { name: "courseId", in: "path", required: true, schema: expect.objectContaining({ type: "string" }) },
  ]);
});

/**
 * Credentials name `/api/certificate/{certificateId}/credential` for ever, and `/api/certificate/get/{certificateId}` is older.
 * An id has a prefix and a number, so that no address means both.
 */
function isAboutCredentials(line: string): boolean {
  return /no-ambiguous-paths: .*`\/api\/certificate\/\{certificateId\}\/(credential|assertion)`/.test(line);
}
