/** One value of DER inside `bytes`: the whole from `start`, its content from `content`, both up to `end`. */
export type Der = { tag: number; start: number; content: number; end: number };

const mostChildren = 64;

/** The value at a place; null where it is cut off or not DER as certificates use it. */
export function readDer(bytes: Uint8Array, start = 0, limit = bytes.length): Der | null {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (start + 2 > limit || tag === undefined || first === undefined || (tag & 31) === 31) return null;
  if (first < 128) return within({ tag, start, content: start + 2, end: start + 2 + first }, limit);
  const count = first & 127;
  if (count < 1 || count > 3 || start + 2 + count > limit) return null;
  let length = 0;
  for (let at = 0; at < count; at++) length = length * 256 + (bytes[start + 2 + at] as number);
  const content = start + 2 + count;
  return within({ tag, start, content, end: content + length }, limit);
}

/** The values inside a value. */
export function childrenOf(bytes: Uint8Array, parent: Der | null | undefined): Der[] | null {
  if (!parent) return null;
  const children: Der[] = [];
  for (let at = parent.content; at < parent.end; ) {
    const child = readDer(bytes, at, parent.end);
    if (!child || children.length >= mostChildren) return null;
    children.push(child);
    at = child.end;
  }
  return children;
}

export function contentOf(bytes: Uint8Array, der: Der): Uint8Array {
  return bytes.subarray(der.content, der.end);
}

export function wholeOf(bytes: Uint8Array, der: Der): Uint8Array {
  return bytes.subarray(der.start, der.end);
}

function within(der: Der, limit: number): Der | null {
  return der.end <= limit ? der : null;
}
