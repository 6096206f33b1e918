import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isMap, isNode, isScalar, LineCounter, type ParsedNode, parseDocument } from "yaml";
import type { z } from "zod";

/** The content that comes with the product: the demo, and the pictures and texts that every institute may use. */
export const shippedFolder = path.resolve(import.meta.dirname, "../../../../content");

/** `line` is missing when the whole file is the mistake. */
export type Mistake = { file: string; line?: number; field: string; message: string };

type Field = PropertyKey[];
type Parsed = { contents: ParsedNode | null; lines: LineCounter };

export type ContentFolder = ReturnType<typeof openFolder>;

/** Reads the files of an institute. It collects mistakes instead of stopping at the first, so that all can be shown at once. */
export function openFolder(folder: string) {
  const root = path.resolve(folder);
  const mistakes: Mistake[] = [];
  const parsed = new Map<string, Parsed>();
  const asked = new Set<string>();

  function note(file: string, field: Field, message: string, key?: string): void {
    const line = lineOf(parsed.get(file), field, key);
    mistakes.push({ file, ...(line ? { line } : {}), field: field.join("."), message });
  }

  /** Null if there is no such file, or if it has mistakes. */
  function readFile<S extends z.ZodType>(file: string, schema: S): z.output<S> | null {
    const place = path.join(root, file);
    asked.add(file);
    if (!existsSync(place)) return null;
    if (statSync(place).isFile()) return parse(file, place, schema);
    note(file, [], "is not a file");
    return null;
  }

  function parse<S extends z.ZodType>(file: string, place: string, schema: S): z.output<S> | null {
    const source = readFileSync(place, "utf8").replace(/^\uFEFF/, "");
    const lines = new LineCounter();
    const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
    parsed.set(file, { contents: document.contents, lines });
    const [broken] = document.errors;
    if (broken) {
      const { line } = lines.linePos(broken.pos[0]);
      mistakes.push({ file, line, field: "", message: broken.message.replace(/\s+/g, " ") });
      return null;
    }
    if (source.includes("\0")) {
      note(file, [], "contains a NUL character");
      return null;
    }
    const content = toPlain(document);
    if (content instanceof Error) {
      note(file, [], content.message);
      return null;
    }
    const result = schema.safeParse(content);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      note(file, issue.path, describe(issue), issue.code === "unrecognized_keys" ? issue.keys[0] : undefined);
    return null;
  }

  /** The files of a folder that have no mistakes. The key is the file name without .yaml. */
  function readAll<S extends z.ZodType>(name: string, schema: S): Map<string, z.output<S>> {
    const place = path.join(root, name);
    asked.add(name);
    const isFolder = existsSync(place) && statSync(place).isDirectory();
    if (existsSync(place) && !isFolder) note(name, [], "is not a folder");
    const all = isFolder ? readdirSync(place).sort() : [];
    const found = new Map<string, z.output<S>>();
    for (const entry of all.filter((one) => !one.startsWith("."))) {
      const file = `${name}/${entry}`;
      if (!entry.endsWith(".yaml")) note(file, [], "only .yaml files belong here");
      else if (!/^[a-z0-9.-]+$/.test(entry))
        note(file, [], "a file name may have lower-case letters, digits, dots and hyphens only");
      else {
        const content = readFile(file, schema);
        if (content !== null) found.set(entry.slice(0, -".yaml".length), content);
      }
    }
    return found;
  }

  /** For a field that must be unique among the items of a file. */
  function noteDuplicates<T>(file: string, items: T[], field: keyof T & string): void {
    const seen = new Set<unknown>();
    for (const [at, item] of items.entries()) {
      if (seen.has(item[field])) note(file, [at, field], `${item[field]} is used twice`);
      seen.add(item[field]);
    }
  }

  /** A file with a misspelt name would be missed without a word. */
  function noteUnread(others: string[]): void {
    const all = existsSync(root) ? readdirSync(root, { withFileTypes: true }) : [];
    for (const entry of all) {
      const isContent = entry.isDirectory() || /\.ya?ml$/.test(entry.name);
      if (isContent && !entry.name.startsWith(".") && !asked.has(entry.name) && !others.includes(entry.name))
        note(entry.name, [], "nothing reads this; check its name");
    }
  }

  /** A file as it is; null if there is none. */
  function readBytes(file: string): Buffer | null {
    const place = path.resolve(root, `./${file}`);
    const isInside = place.startsWith(`${root}${path.sep}`);
    return isInside && existsSync(place) && statSync(place).isFile() ? readFileSync(place) : null;
  }

  return { root, mistakes, note, noteDuplicates, noteUnread, readFile, readAll, readBytes };
}

export function describeMistake({ file, line, field, message }: Mistake): string {
  return [line ? `${file}:${line}` : file, ...(field ? [field] : []), message].join(": ");
}

/** An alias that leads nowhere, or too many of them, is found only here. */
function toPlain(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return error;
  }
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && /received undefined$/.test(issue.message)) return "is missing";
  if (issue.code === "unrecognized_keys") return `has an unknown field: ${issue.keys.join(", ")}`;
  if (issue.code === "too_small" && issue.minimum === 1 && ["string", "array"].includes(issue.origin))
    return "must not be empty";
  return issue.message.replace(/^Invalid input: /, "");
}

/** The line of a field, or of the nearest thing around it that is in the file. */
function lineOf(file: Parsed | undefined, field: Field, key?: string): number | undefined {
  if (!file?.contents) return undefined;
  let node: unknown = file.contents;
  let at = file.contents.range[0];
  for (const part of [...field, ...(key === undefined ? [] : [key])]) {
    const pair = isMap(node) && node.items.find((one) => isScalar(one.key) && String(one.key.value) === String(part));
    if (pair && isScalar(pair.key)) at = (pair.key.range as [number, number, number] | undefined)?.[0] ?? at;
    node = pair
      ? pair.value
      : isNode(node) && "get" in node
        ? (node.get as (key: unknown, keep: boolean) => unknown)(part, true)
        : undefined;
    if (!isNode(node)) break;
    if (!pair) at = node.range?.[0] ?? at;
  }
  return file.lines.linePos(at).line;
}
