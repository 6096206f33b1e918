import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Encoding = "br" | "gzip";
type Headers = [string, string][];

/** Ready to be written: `headers` is the flat list of names and values that node:http takes. */
type Form = { headers: string[]; body: Buffer };

/** An answer in all the forms in which it is sent, the packed ones made when they are first asked for. */
export type Kept = {
  body: Buffer;
  headers: Headers;
  etag: string;
  plain: Form;
  unchanged: Form;
  packed: Partial<Record<Encoding, Form>>;
  isPackable: boolean;
  /** How it is called in logs and metrics. */
  route: string;
};

export type Asked = { ifNoneMatch: string | undefined; acceptEncoding: string | undefined };
export type Chosen = { status: 200 | 304; headers: string[]; body: Buffer };

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return promisify(brotliCompress)(body, { params });
  },
  gzip: (body) => promisify(gzip)(body, { level: 8 }),
};
// Below this the packing weighs as much as what it saves.
const worthPacking = 400;

type Options = {
  body: Buffer;
  headers: Headers;
  route: string;
  isPackable: boolean;
  packed?: Partial<Record<Encoding, Buffer>>;
};

export function keep({ body, headers, route, isPackable, packed = {} }: Options): Kept {
  // Weak, because one tag stands for all encodings of the same answer.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const all: Headers = [...headers, ["vary", "accept-encoding"], ["etag", etag]];
  const kept: Kept = {
    body,
    headers: all,
    etag,
    plain: { headers: [...all.flat(), "content-length", String(body.length)], body },
    unchanged: { headers: all.flat(), body: Buffer.alloc(0) },
    packed: {},
    isPackable: isPackable && body.length >= worthPacking,
    route,
  };
  for (const [encoding, bytes] of Object.entries(packed))
    kept.packed[encoding as Encoding] = formOf(kept, encoding, bytes);
  return kept;
}

/** The form that fits, or the encoding that has to be made first. */
export function choose(kept: Kept, { ifNoneMatch, acceptEncoding }: Asked): Chosen | Encoding {
  if (ifNoneMatch !== undefined && isKnown(ifNoneMatch, kept.etag)) return { status: 304, ...kept.unchanged };
  const encoding = kept.isPackable ? bestEncoding(acceptEncoding) : undefined;
  if (!encoding) return { status: 200, ...kept.plain };
  const form = kept.packed[encoding];
  return form ? { status: 200, ...form } : encoding;
}

export async function chooseOrPack(kept: Kept, asked: Asked): Promise<Chosen> {
  const chosen = choose(kept, asked);
  if (typeof chosen !== "string") return chosen;
  const form = formOf(kept, chosen, await compress[chosen](kept.body));
  kept.packed[chosen] = form;
  return { status: 200, ...form };
}

/** For an answer that is sent once: packed quickly rather than well. */
export async function packOnce(response: Response, acceptEncoding: string | undefined): Promise<Response> {
  const encoding = bestEncoding(acceptEncoding);
  const body = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  const { status } = response;
  if (!encoding || body.length < worthPacking) return new Response(new Uint8Array(body), { status, headers });
  headers.set("content-encoding", encoding);
  const packed =
    encoding === "br"
      ? await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await promisify(gzip)(body, { level: 5 });
  return new Response(new Uint8Array(packed), { status, headers });
}

function formOf(kept: Kept, encoding: string, body: Buffer): Form {
  return {
    headers: [...kept.headers.flat(), "content-encoding", encoding, "content-length", String(body.length)],
    body,
  };
}

function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true;
  // Some proxies drop the mark of a weak tag.
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag.slice(2));
}

// Browsers send one of a handful of lists, so each is read once.
const bestOf = new Map<string, Encoding | undefined>();

function bestEncoding(accepted: string | undefined): Encoding | undefined {
  if (!accepted) return undefined;
  if (!bestOf.has(accepted)) {
    const allowed = accepted
      .split(",")
      .filter((part) => !/;\s*q=0(\.0+)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim().toLowerCase());
    if (bestOf.size > 500) bestOf.clear();
    bestOf.set(
      accepted,
      (["br", "gzip"] as const).find((encoding) => allowed.includes(encoding)),
    );
  }
  return bestOf.get(accepted);
}
