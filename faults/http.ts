import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** `status` 0 means that there was no answer: nobody knows whether the request was carried out. */
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; problem?: string };

export type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: object | Buffer;
  timeoutInMs?: number;
  agent?: Agent;
};

const freshConnection = new Agent({ keepAlive: false });

/** Sends one request, and never throws. */
export function send(base: string, { method = "GET", path, headers = {}, body, ...options }: Sent): Promise<Answer> {
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const type: Record<string, string> = bytes && !Buffer.isBuffer(body) ? { "content-type": "application/json" } : {};
  const length: Record<string, string> = bytes ? { "content-length": String(bytes.length) } : {};
  return new Promise((done) => {
    const lost = (error: NodeJS.ErrnoException) =>
      done({ status: 0, headers: {}, body: Buffer.alloc(0), problem: error.code ?? error.message });
    const sent = request(
      new URL(path, base),
      { method, headers: { ...type, ...length, ...headers }, agent: options.agent ?? freshConnection },
      (response) =>
        response
          .toArray()
          .then((parts) =>
            done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
          )
          .catch(lost),
    );
    const timer = setTimeout(() => sent.destroy(new Error("no answer in time")), options.timeoutInMs ?? 30_000);
    sent.on("error", lost).on("close", () => clearTimeout(timer));
    sent.end(bytes);
  });
}

export function json(answer: Answer): Record<string, unknown> {
  try {
    return JSON.parse(answer.body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
