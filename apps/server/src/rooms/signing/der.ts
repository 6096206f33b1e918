/** Just enough of DER to write a certificate and a signature, and to read a certificate. */
export const sequence = (...parts: Uint8Array[]) => element(0x30, ...parts);
export const octets = (bytes: Uint8Array) => element(0x04, bytes);
export const bits = (bytes: Uint8Array, unused = 0) => element(0x03, Uint8Array.of(unused), bytes);
export const utf8 = (text: string) => element(0x0c, Buffer.from(text));
export const yes = element(0x01, Uint8Array.of(0xff));

export function element(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts);
  return new Uint8Array(Buffer.concat([Uint8Array.of(tag, ...lengthOf(body.length)), body]));
}

/** DER wants the members of a set in the order of their bytes. */
export function setOf(...members: Uint8Array[]): Uint8Array {
  return element(0x31, ...members.toSorted(Buffer.compare));
}

export function integer(value: number | Uint8Array): Uint8Array {
  const bytes = typeof value === "number" ? Uint8Array.of(value) : value;
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return element(0x02, isNegative ? Uint8Array.of(0, ...bytes) : bytes);
}

export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(inSevens)));
}

/** Two digits for the year until 2049, four after that. */
export function time(moment: Date): Uint8Array {
  const digits = moment.toISOString().replace(/\.\d+|[-:T]/g, "");
  return moment.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}

export type Element = { tag: number; body: Uint8Array; whole: Uint8Array };

export function readElements(bytes: Uint8Array): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const long = bytes.subarray(at + 2, at + 2 + lengthBytes);
    const length = first < 0x80 ? first : long.reduce((sum, byte) => sum * 256 + byte, 0);
    const start = at + 2 + lengthBytes;
    if (start + length > bytes.length) throw new RangeError("The DER ends too early.");
    found.push({
      tag: bytes[at] ?? 0,
      body: bytes.subarray(start, start + length),
      whole: bytes.subarray(at, start + length),
    });
    at = start + length;
  }
  return found;
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function inSevens(number: number): number[] {
  const digits = [number & 0x7f];
  for (let rest = number >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}
