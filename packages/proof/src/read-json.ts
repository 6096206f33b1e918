export type JsonObject = Record<string, unknown>;

const mostCharacters = 8_000_000;
const mostLevels = 64;

/** Undefined where the text is not JSON, says something twice, or is deeper or longer than any certificate. */
export function readJson(text: string): unknown {
  if (text.length > mostCharacters) return undefined;
  try {
    return isOdd(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as a list: JSON-LD writes a list of one without its brackets. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isObject);
}

/**
 * Deeper than any certificate, or with two members of one name: programs differ in which of them they read, so that the file would say two
 * things at once.
 */
function isOdd(text: string): boolean {
  const levels: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === "{" || letter === "[") {
      if (levels.push(letter === "{" ? new Set() : null) > mostLevels) return true;
    } else if (letter === "}" || letter === "]") levels.pop();
    else if (letter === '"') {
      const start = at;
      at = endOfString(text, start);
      if (!isColonAfter(text, at)) continue;
      const name = nameOf(text.slice(start, at + 1));
      if (levels.at(-1)?.has(name)) return true;
      levels.at(-1)?.add(name);
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function isColonAfter(text: string, at: number): boolean {
  colon.lastIndex = at + 1;
  return colon.test(text);
}

const colon = /\s*:/y;

/** The same name can be written in many ways. */
function nameOf(quoted: string): string {
  return quoted.includes("\\") ? JSON.stringify(JSON.parse(quoted)) : quoted;
}
