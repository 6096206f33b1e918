import { expect, test } from "@playwright/test";
import { findPath, measureWeight, publicPaths, weightTable, whyTooHeavy } from "../bench/weight.ts";

for (const wanted of publicPaths) {
  test(`the first load of ${wanted.title} keeps to the weight budgets`, async ({ page, baseURL: baseUrl = "" }) => {
    const weight = await measureWeight({ page, baseUrl, path: await findPath(wanted, { baseUrl }) });
    expect(whyTooHeavy(weight, wanted), weightTable([weight])).toEqual([]);
  });
}
