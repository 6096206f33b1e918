import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

type Stored = { bytes: Buffer; headers: Record<string, string>; at: Date };
type Multipart = { key: string; parts: Map<number, Buffer>; type: string; at: Date };

/** The part of S3 that multipart uploads and long lists need, in memory: s3rver has no list of uploads and no second page. */
export async function startMultipartS3() {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Multipart>();
  const server = createServer((request, response) => void answer({ objects, uploads }, request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    bucket: { endpoint: `http://127.0.0.1:${port}`, bucket: "files", accessKey: "key", secretKey: "secret" },
    objects,
    uploads,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

type State = { objects: Map<string, Stored>; uploads: Map<string, Multipart> };

async function answer({ objects, uploads }: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? "", "http://x");
  const key = decodeURIComponent(pathname).replace(/^\/files\/?/, "");
  const body = await buffer(request);
  const send = (status: number, text: string | Buffer = "", headers: Record<string, string> = {}) =>
    void response.writeHead(status, headers).end(text);
  const missing = (code: string) => send(404, `<Error><Code>${code}</Code><Message>no</Message></Error>`);
  const uploadId = query.get("uploadId") ?? "";
  const upload = uploads.get(uploadId);

  if (query.has("uploads") && request.method === "POST") {
    const id = String(Math.random()).slice(2);
    uploads.set(id, { key, parts: new Map(), type: request.headers["content-type"] ?? "", at: new Date() });
    return send(200, `<R><Key>${key}</Key><UploadId>${id}</UploadId></R>`);
  }
  if (query.has("uploads")) {
    const found = [...uploads].filter(([, one]) => one.key.startsWith(query.get("prefix") ?? ""));
    const list = found.map(([id, one]) =>
      xml("Upload", { Key: one.key, UploadId: id, Initiated: one.at.toISOString() }),
    );
    return send(200, `<R>${list.join("")}</R>`);
  }
  if (query.has("list-type")) {
    const after = query.get("continuation-token") ?? "";
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(query.get("prefix") ?? "") && name > after)
      .sort();
    const page = names.slice(0, 1000);
    const list = page.map((name) => xml("Contents", { Key: name, ...listed(objects.get(name)) }));
    const next = names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return send(200, `<R>${next}${list.join("")}</R>`);
  }
  if (uploadId) {
    if (!upload) return missing("NoSuchUpload");
    if (request.method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return send(200, "", { etag: `"${body.length}"` });
    }
    const parts = [...upload.parts].sort(([a], [b]) => a - b);
    if (request.method === "GET") {
      const list = parts.map(([number, part]) => xml("Part", { PartNumber: number, ETag: "x", Size: part.length }));
      return send(200, `<R><IsTruncated>false</IsTruncated>${list.join("")}</R>`);
    }
    uploads.delete(uploadId);
    if (request.method === "DELETE") return send(204);
    const bytes = Buffer.concat(parts.map(([, part]) => part));
    objects.set(key, { bytes, headers: upload.type ? { "content-type": upload.type } : {}, at: new Date() });
    return send(200, `<R><Location>x</Location></R>`);
  }
  if (request.method === "PUT") {
    const own = Object.entries(request.headers).filter(([name]) => name.startsWith("x-amz-meta-"));
    objects.set(key, { bytes: body, headers: Object.fromEntries(own) as Record<string, string>, at: new Date() });
    return send(200, "", { etag: '"x"' });
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return send(204);
  }
  const found = objects.get(key);
  if (!found) return missing("NoSuchKey");
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  if (from !== undefined) return send(206, found.bytes.subarray(Number(from), Number(to) + 1), found.headers);
  return send(200, found.bytes, { ...found.headers, "content-length": String(found.bytes.length) });
}

function listed(stored: Stored | undefined) {
  const { bytes = Buffer.alloc(0), at = new Date(0) } = stored ?? {};
  const ETag = createHash("md5").update(bytes).digest("hex");
  return { LastModified: at.toISOString(), Size: bytes.length, ETag };
}

function xml(name: string, values: Record<string, string | number>): string {
  const inside = Object.entries(values).map(([one, value]) => `<${one}>${value}</${one}>`);
  return `<${name}>${inside.join("")}</${name}>`;
}
