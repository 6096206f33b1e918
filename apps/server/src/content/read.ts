import { existsSync, readFileSync } from "node:fs";
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

export function refuseMissingPicture(place: string, address: string, folder = contentFolder): void {
  if (!existsSync(path.join(folder, address)))
    throw new StartError(`content/${place}: there is no picture content${address}.`);
}
