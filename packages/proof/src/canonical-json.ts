/** The one spelling of a JSON value after RFC 8785. Throws where the value has none. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") return objectText(value as Record<string, unknown>);
  if (typeof value === "string") return stringText(value);
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError("JSON has no such number");
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError("JSON has no such value");
  return text;
}

function objectText(value: Record<string, unknown>): string {
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${stringText(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(",")}}`;
}

function stringText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError("Half a character has no UTF-8");
  return JSON.stringify(text);
}
