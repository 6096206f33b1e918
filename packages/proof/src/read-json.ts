export type JsonObject = Record<string, unknown>;

const mostCharacters = 8_000_000;
const mostLevels = 64;

/** Undefined where the text is not JSON, or deeper or longer than any certificate. */
export function readJson(text: string): unknown {
  if (text.length > mostCharacters || isDeep(text)) return undefined;
  try {
    return JSON.parse(text);
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

function isDeep(text: string): boolean {
  let level = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++level > mostLevels) return true;
    } else if (code === 0x5d || code === 0x7d) level--;
  }
  return false;
}
