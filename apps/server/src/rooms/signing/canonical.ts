/** The canonical form of RFC 8785. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`)
      .join(",")}}`;
  }
  if (typeof value === "string" && !value.isWellFormed()) throw new TypeError("Half of a surrogate pair has no UTF-8.");
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is not a number of JSON.`);
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${typeof value} is not a value of JSON.`);
  return text;
}
