import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** Another program on this machine that is notified. It answers 204 unless told otherwise. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer = (response: ServerResponse) => void response.writeHead(204).end();
  let connections = 0;
  const listen: RequestListener = async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    received.push({ path: request.url ?? "", headers: request.headers, body });
    answer(response);
  };
  const server = createServer(listen);
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/hook`,
    port,
    received,
    connections: () => connections,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    answerStatus: (status: number, text = "") => {
      answer = (response) => void response.writeHead(status).end(text);
    },
  };
}
