/** Throws on a key that could leave its folder, or that not every store can hold. */
export function checkKey(key: string): void {
  const segments = key.split("/");
  const isSound =
    key.isWellFormed() && !/[\p{Cc}\\]/u.test(key) && Buffer.byteLength(key) <= 500 && segments.every(isSoundSegment);
  if (!isSound) throw new Error(`Not a file key: ${JSON.stringify(key.slice(0, 100))}`);
}

/** The type comes back to browsers as a header. */
export function checkType(type: string): void {
  if (!/^[\w.+-]+\/[\w.+-]+(; ?[\x20-\x7e]+)?$/.test(type))
    throw new Error(`Not a content type: ${JSON.stringify(type.slice(0, 100))}`);
}

/** File systems take 255 bytes in a name; some stores add a suffix of their own. */
function isSoundSegment(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && Buffer.byteLength(segment) <= 200;
}
