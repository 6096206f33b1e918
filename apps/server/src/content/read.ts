import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseDocument } from "yaml";
import type { z } from "zod";
import { StartError } from "../start-error.ts";

export const contentFolder = path.resolve(import.meta.dirname, "../../../../content");

/** One file of the institute's content; a mistake in it is told with file and field. */
export function readContentFile<S extends z.ZodType>(file: string, schema: S, folder = contentFolder): z.output<S> {
  const place = path.join(folder, file);
  if (!existsSync(place)) throw new StartError(`content/${file}: there is no such file.`);
  const source = readFileSync(place, "utf8");
  if (source.includes("\0")) throw new StartError(`content/${file}: holds a NUL character.`);
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

/** Every file of a folder, by its name without the ending. */
export function readContentFolder<S extends z.ZodType>(
  name: string,
  schema: S,
  folder = contentFolder,
): Map<string, z.output<S>> {
  const all = existsSync(path.join(folder, name)) ? readdirSync(path.join(folder, name)).sort() : [];
  const files = all.filter((file) => !file.startsWith("."));
  const stranger = files.find((file) => !file.endsWith(".yaml"));
  if (stranger) throw new StartError(`content/${name}/${stranger}: only files that end in .yaml belong here.`);
  if (files.length === 0) throw new StartError(`content/${name}: there is no file in it.`);
  return new Map(
    files.map((file) => [file.slice(0, -".yaml".length), readContentFile(`${name}/${file}`, schema, folder)]),
  );
}

/** Where a field must differ from file to file, or from item to item. */
export function refuseDoubles<T>(place: string, items: T[], field: keyof T): void {
  const seen = new Set<unknown>();
  for (const item of items) {
    if (seen.has(item[field]))
      throw new StartError(`content/${place}: ${String(field)}: ${String(item[field])} is there twice.`);
    seen.add(item[field]);
  }
}

export function refuseMissingPicture(place: string, address: string, folder = contentFolder): void {
  if (!existsSync(path.join(folder, address)))
    throw new StartError(`content/${place}: there is no picture content${address}.`);
}

/** Where the name of a file becomes part of an address. */
export function refuseOddNames(folder: string, names: Iterable<string>): void {
  const odd = [...names].find((name) => !/^[a-z0-9.-]+$/.test(name));
  if (odd)
    throw new StartError(`content/${folder}/${odd}.yaml: a file name is small letters, digits, dots and dashes.`);
}
