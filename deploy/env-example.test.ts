import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "..", file), "utf8");
const example = read(".env.example").split("\n");

/** Each with the source text that describes it. */
function readSettings(): [name: string, source: string][] {
  const [, schema = ""] =
    /const Settings = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(read("apps/server/src/config.ts")) ?? [];
  return schema.split(/^ {2}(?=[A-Z])/m).flatMap((source) => {
    const [, name] = /^([A-Z][A-Z0-9_]+):/.exec(source) ?? [];
    return name ? [[name, source]] : [];
  });
}

test(".env.example names every setting of the product once, and no other", () => {
  const shown = example.flatMap((line) => /^# ([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
  const settings = readSettings().map(([name]) => name);
  expect(settings.length).toBeGreaterThan(40);
  expect(shown.toSorted()).toEqual(settings.toSorted());
});

test(".env.example sets nothing by itself, and shows the defaults of the product", () => {
  expect(example.filter((line) => line !== "" && !line.startsWith("# "))).toEqual([]);
  const defaults = readSettings().flatMap(([name, source]) => {
    const [, value] = /\.default\("?([^")]*)"?\)/.exec(source) ?? [];
    return value === undefined ? [] : [`# ${name}=${value}`];
  });
  expect(defaults.length).toBeGreaterThan(8);
  expect(defaults.filter((line) => !example.includes(line))).toEqual([]);
});
