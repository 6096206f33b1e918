/** Throws on a key that could leave its folder, or that some stores cannot hold. */
export function checkKey(key: string): void {
  const segments = key.split("/");
  const isValid =
    key.isWellFormed() && !/[\p{Cc}\\]/u.test(key) && Buffer.byteLength(key) <= 500 && segments.every(isValidSegment);
  if (!isValid) throw new Error(`Not a file key: ${JSON.stringify(key.slice(0, 100))}`);
}

/** Browsers get the type back as a header, so it must be safe there. */
export function checkType(type: string): void {
  if (!/^[\w.+-]+\/[\w.+-]+(; ?[\x20-\x7e]+)?$/.test(type))
    throw new Error(`Not a content type: ${JSON.stringify(type.slice(0, 100))}`);
}

/** File systems allow names of 255 bytes, and some stores add their own suffix. */
function isValidSegment(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && Buffer.byteLength(segment) <= 200;
}
