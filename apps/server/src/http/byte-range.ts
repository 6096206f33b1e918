import type { ByteRange } from "../ports.ts";

/**
 * What a Range header asks for (RFC 9110). Null: the whole file, also for several ranges and for what is not understood, which a server
 * may ignore. `none`: the file does not have these bytes.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | "none" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "none" : { from: bytes - length, to: bytes - 1 };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return null;
  if (from >= bytes) return "none";
  return { from, to: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
