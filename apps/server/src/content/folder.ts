import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isMap, isNode, isScalar, LineCounter, type ParsedNode, parseDocument, type YAMLParseError } from "yaml";
import type { z } from "zod";

/** The content that comes with the product: the demo, and the pictures and texts that every institute may use. */
export const shippedFolder = path.resolve(import.meta.dirname, "../../../../content");

/** `line` is missing when the whole file is the mistake. */
export type Mistake = { file: string; line?: number; field: string; message: string };

type Field = PropertyKey[];
/** `plain` is missing when the file could not be read as YAML. */
type Parsed = { contents: ParsedNode | null; lines: LineCounter; plain?: unknown };

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
    asked.add(file);
    const { plain } = parse(file) ?? {};
    if (plain === undefined) return null;
    const result = schema.safeParse(plain);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      note(file, issue.path, describe(issue), issue.code === "unrecognized_keys" ? issue.keys[0] : undefined);
    return null;
  }

  /** What is written in a file, whether or not it has the right form; undefined if there is nothing to read. */
  function readPlain(file: string): unknown {
    return parse(file)?.plain;
  }

  function parse(file: string): Parsed | null {
    const place = path.join(root, file);
    const before = parsed.get(file);
    if (before || !existsSync(place)) return before ?? null;
    if (!statSync(place).isFile()) {
      note(file, [], "is not a file");
      return null;
    }
    const source = readFileSync(place, "utf8").replace(/^\uFEFF/, "");
    const lines = new LineCounter();
    const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
    const found: Parsed = { contents: document.contents, lines };
    parsed.set(file, found);
    const noteError = ({ pos }: YAMLParseError, message: string) =>
      mistakes.push({ file, line: lines.linePos(pos[0]).line, field: "", message });
    const isTwice = ({ code }: YAMLParseError) => code === "DUPLICATE_KEY";
    const broken = document.errors.find((error) => !isTwice(error));
    for (const error of document.errors.filter(isTwice)) noteError(error, "this field is there twice");
    // What the parser says after the first error follows from it. A field that is there twice leaves the rest readable.
    if (broken) noteError(broken, broken.message.replace(/\s+/g, " "));
    else if (source.includes("\0")) note(file, [], "contains a NUL character");
    else {
      const plain = toPlain(document);
      if (plain instanceof Error) note(file, [], plain.message);
      else found.plain = plain;
    }
    return found;
  }

  function entriesOf(name: string): string[] {
    const place = path.join(root, name);
    const isFolder = existsSync(place) && statSync(place).isDirectory();
    return isFolder
      ? readdirSync(place)
          .filter((entry) => !entry.startsWith("."))
          .sort()
      : [];
  }

  /** The names of the files of a folder, without .yaml, also of those with mistakes. */
  function fileNames(name: string): string[] {
    const files = entriesOf(name).filter((entry) => isYaml(entry) && isPlainName(entry));
    return files.map((entry) => entry.slice(0, -".yaml".length));
  }

  /** The files of a folder that have no mistakes. The key is the file name without .yaml. */
  function readAll<S extends z.ZodType>(name: string, schemaOf: (key: string) => S): Map<string, z.output<S>> {
    asked.add(name);
    noteMisplaced(name);
    const found = new Map<string, z.output<S>>();
    for (const key of fileNames(name)) {
      const content = readFile(`${name}/${key}.yaml`, schemaOf(key));
      if (content !== null) found.set(key, content);
    }
    return found;
  }

  function noteMisplaced(name: string): void {
    const place = path.join(root, name);
    if (existsSync(place) && !statSync(place).isDirectory()) note(name, [], "is not a folder");
    for (const entry of entriesOf(name))
      if (!isYaml(entry)) note(`${name}/${entry}`, [], "only .yaml files belong here");
      else if (!isPlainName(entry))
        note(`${name}/${entry}`, [], "a file name may have lower-case letters, digits, dots and hyphens only");
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

  return { root, mistakes, note, noteUnread, readFile, readPlain, readAll, fileNames, readBytes };
}

/** File by file as they were read, and by line within a file. */
export function sortMistakes(mistakes: Mistake[]): Mistake[] {
  const byFile = Map.groupBy(mistakes, ({ file }) => file);
  return [...byFile.values()].flatMap((all) => all.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)));
}

export function describeMistake({ file, line, field, message }: Mistake): string {
  return [line ? `${file}:${line}` : file, ...(field ? [field] : []), message].join(": ");
}

const isYaml = (name: string) => name.endsWith(".yaml");
const isPlainName = (name: string) => /^[a-z0-9.-]+$/.test(name);

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
