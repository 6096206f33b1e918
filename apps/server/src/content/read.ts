import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseDocument } from "yaml";
import type { z } from "zod";
import { StartError } from "../start-error.ts";

export const contentFolder = path.resolve(import.meta.dirname, "../../../../content");

/** One file of the institute's content; a mistake in it is told with file and field. */
export function readContentFile<S extends z.ZodType>(file: string, schema: S, folder = contentFolder): z.output<S> {
  const document = parseDocument(readFileSync(path.join(folder, file), "utf8"));
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
  const files = readdirSync(path.join(folder, name))
    .filter((file) => file.endsWith(".yaml"))
    .sort();
  return new Map(
    files.map((file) => [file.slice(0, -".yaml".length), readContentFile(`${name}/${file}`, schema, folder)]),
  );
}
