import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "./children.ts";
import { type Answer, send } from "./http.ts";

const hopHeaders = ["connection", "keep-alive", "transfer-encoding", "content-length", "host"];

/**
 * A small load balancer for tests: takes the processes in turn, leaves out those that are not ready, and passes on what one of
 * them cannot have seen. It asks before each request; a process that has just begun to stop serves on for `DRAIN_SECONDS`. Without
 * either, the kernel would reset a connection that it has accepted and a process that stops has not.
 */
export async function startBalancer(ports: number[]): Promise<string> {
  let turn = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    let answer: Answer = { status: 502, headers: {}, body: Buffer.alloc(0) };
    const first = turn++;
    for (let tries = 0; tries < ports.length; tries++) {
      const base = `http://127.0.0.1:${ports[(first + tries) % ports.length]}`;
      if ((await send(base, { path: "/readyz" })).status !== 200) continue;
      answer = await send(base, toSent(request, body));
      if (answer.status > 0) break;
      const isUnseen = answer.problem === "ECONNREFUSED";
      // A POST that was sent may have been carried out: only its visitor may send it again.
      if (!isUnseen && !["GET", "HEAD"].includes(request.method ?? "")) break;
    }
    if (answer.status === 0) return void request.socket.destroy();
    response.writeHead(answer.status, withoutHop(answer.headers));
    response.end(request.method === "HEAD" ? undefined : answer.body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function toSent({ method = "GET", url = "/", headers }: IncomingMessage, body: Buffer) {
  return { method, path: url, headers: withoutHop(headers), ...(body.length > 0 ? { body } : {}) };
}

function withoutHop(headers: Answer["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      hopHeaders.includes(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
