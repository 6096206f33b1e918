import { readFileSync } from "node:fs";
import { type Exam, type Finding, ok, warning } from "./check.ts";

export function checkVersions({ isSiteBuilt }: Exam): Finding[] {
  const file = new URL("../../../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return [
    ok(`Product ${version}, Node ${process.versions.node}.`),
    isSiteBuilt
      ? ok("The site is built from these sources.")
      : warning("The site is not built from these sources.", "Run npm run build, then start the product again."),
  ];
}
