import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseDocument } from "yaml";
import type { z } from "zod";
import { StartError } from "../start-error.ts";

export const contentFolder = path.resolve(import.meta.dirname, "../../../../content");

/** Reads one content file. An error names the file and the field. */
export function readContentFile<S extends z.ZodType>(file: string, schema: S, folder = contentFolder): z.output<S> {
  const place = path.join(folder, file);
  if (!existsSync(place)) throw new StartError(`content/${file}: there is no such file.`);
  const source = readFileSync(place, "utf8");
  if (source.includes("\0")) throw new StartError(`content/${file}: contains a NUL character.`);
  const document = parseDocument(source);
  const [broken] = document.errors;
  if (broken) throw new StartError(`content/${file}: ${broken.message.split("\n")[0]}`);
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path: field, message }) => `content/${file}: ${field.join(".") || "the file"}: ${message}`,
  );
  throw new StartError(lines.join("\n"));
}

/** Reads all files of a folder. The key is the file name without .yaml. */
export function readContentFolder<S extends z.ZodType>(
  name: string,
  schema: S,
  folder = contentFolder,
): Map<string, z.output<S>> {
  const all = existsSync(path.join(folder, name)) ? readdirSync(path.join(folder, name)).sort() : [];
  const files = all.filter((file) => !file.startsWith("."));
  const misplaced = files.find((file) => !file.endsWith(".yaml"));
  if (misplaced) throw new StartError(`content/${name}/${misplaced}: only .yaml files belong here.`);
  if (files.length === 0) throw new StartError(`content/${name}: the folder is empty.`);
  return new Map(
    files.map((file) => [file.slice(0, -".yaml".length), readContentFile(`${name}/${file}`, schema, folder)]),
  );
}

/** For a field that must be unique among files or items. */
export function refuseDuplicates<T>(place: string, items: T[], field: keyof T): void {
  const seen = new Set<unknown>();
  for (const item of items) {
    if (seen.has(item[field]))
      throw new StartError(`content/${place}: ${String(field)}: ${String(item[field])} is used twice.`);
    seen.add(item[field]);
  }
}

export function refuseMissingPicture(place: string, address: string, folder = contentFolder): void {
  if (!existsSync(path.join(folder, address)))
    throw new StartError(`content/${place}: there is no picture content${address}.`);
}

/** For file names that become part of an address. */
export function refuseInvalidNames(folder: string, names: Iterable<string>): void {
  const invalid = [...names].find((name) => !/^[a-z0-9.-]+$/.test(name));
  if (invalid)
    throw new StartError(
      `content/${folder}/${invalid}.yaml: a file name may have lower-case letters, digits, dots and hyphens only.`,
    );
}
