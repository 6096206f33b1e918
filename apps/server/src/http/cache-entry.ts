import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { gzipParts } from "./gzip-parts.ts";

const gzipBeside = promisify(gzip);

type Encoding = "br" | "gzip";
type Headers = [string, string][];

/** Ready to write: `headers` is the flat list of names and values that node:http takes. */
type Variant = { headers: string[]; body: Buffer };

/** A cached answer in every encoding. A compressed variant is made when a browser first asks for it. */
export type CacheEntry = {
  status: 200 | 404;
  body: Buffer;
  headers: Headers;
  etag: string;
  plain: Variant;
  notModified: Variant;
  compressed: Partial<Record<Encoding, Variant>>;
  isCompressible: boolean;
  /** The name in logs and metrics. */
  route: string;
};

export type Requested = { ifNoneMatch: string | undefined; acceptEncoding: string | undefined };
export type Chosen = { status: 200 | 304 | 404; headers: string[]; body: Buffer };

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return promisify(brotliCompress)(body, { params });
  },
  gzip: (body) => gzipBeside(body, { level: 8 }),
};
// Smaller bodies gain nothing from compression.
const minBytesToCompress = 400;

type Options = {
  status?: 200 | 404;
  body: Buffer;
  headers: Headers;
  route: string;
  isCompressible: boolean;
  compressed?: Partial<Record<Encoding, Buffer>>;
};

export function createEntry(options: Options): CacheEntry {
  const { status = 200, body, headers, route, isCompressible, compressed = {} } = options;
  // Weak, because all encodings of one answer share the tag.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const all: Headers = [...headers, ["vary", "accept-encoding"], ["etag", etag]];
  const entry: CacheEntry = {
    status,
    body,
    headers: all,
    etag,
    plain: { headers: [...all.flat(), "content-length", String(body.length)], body },
    notModified: { headers: all.flat(), body: Buffer.alloc(0) },
    compressed: {},
    isCompressible: isCompressible && body.length >= minBytesToCompress,
    route,
  };
  for (const [encoding, bytes] of Object.entries(compressed))
    entry.compressed[encoding as Encoding] = variantOf(entry, encoding, bytes);
  return entry;
}

/** Returns the variant to send, or the encoding that has to be compressed first. */
export function chooseVariant(entry: CacheEntry, { ifNoneMatch, acceptEncoding }: Requested): Chosen | Encoding {
  const { status } = entry;
  if (status === 200 && ifNoneMatch !== undefined && matches(ifNoneMatch, entry.etag))
    return { status: 304, ...entry.notModified };
  const [encoding] = entry.isCompressible ? acceptedBy(acceptEncoding) : [];
  if (!encoding) return { status, ...entry.plain };
  const variant = entry.compressed[encoding];
  return variant ? { status, ...variant } : encoding;
}

export async function chooseOrCompress(entry: CacheEntry, requested: Requested): Promise<Chosen> {
  const chosen = chooseVariant(entry, requested);
  if (typeof chosen !== "string") return chosen;
  const variant = variantOf(entry, chosen, await compress[chosen](entry.body));
  entry.compressed[chosen] = variant;
  return { status: entry.status, ...variant };
}

/** A page in parts: those that are the same in every page are the same buffers. */
export type Page = { status: number; headers: globalThis.Headers; parts: Buffer[] };

export async function partsOf(answer: Response | Page): Promise<Buffer[]> {
  return answer instanceof Response ? [Buffer.from(await answer.arrayBuffer())] : answer.parts;
}

export function toResponse(answer: Response | Page): Response {
  if (answer instanceof Response) return answer;
  const { parts, ...rest } = answer;
  return new Response(new Uint8Array(Buffer.concat(parts)), rest);
}

/** More than a page ever is would hold up the others. */
const mostAtOnce = 400_000;

/** For an answer that is sent once: fast compression matters more than a small result. */
export async function compressOnce(answer: Response | Page, acceptEncoding: string | undefined): Promise<Response> {
  // A page of an earlier release gets 204 and a header that makes it load again.
  if (answer instanceof Response && answer.body === null) return answer;
  const parts = await partsOf(answer);
  const headers = new Headers(answer.headers);
  headers.append("vary", "accept-encoding");
  const { status } = answer;
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (size < minBytesToCompress || !acceptedBy(acceptEncoding).includes("gzip"))
    return new Response(new Uint8Array(Buffer.concat(parts)), { status, headers });
  headers.set("content-encoding", "gzip");
  const body = size > mostAtOnce ? await gzipBeside(Buffer.concat(parts)) : gzipParts(parts);
  return new Response(new Uint8Array(body), { status, headers });
}

function variantOf(entry: CacheEntry, encoding: string, body: Buffer): Variant {
  return {
    headers: [...entry.headers.flat(), "content-encoding", encoding, "content-length", String(body.length)],
    body,
  };
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true;
  // Some proxies drop the W/ prefix of a weak tag.
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag.slice(2));
}

// Browsers send only a few different lists, so each is parsed once.
const parsed = new Map<string, Encoding[]>();

/** The encodings that a browser takes, the best first. */
function acceptedBy(list: string | undefined): Encoding[] {
  if (!list) return [];
  const known = parsed.get(list);
  if (known) return known;
  const allowed = list
    .split(",")
    .filter((part) => !/;\s*q=0(\.0+)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim().toLowerCase());
  const accepted = (["br", "gzip"] as const).filter((encoding) => allowed.includes(encoding));
  if (parsed.size > 500) parsed.clear();
  parsed.set(list, accepted);
  return accepted;
}
