import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = {
  method: string | undefined;
  /** Path and query. */
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
};
export type Answer = (request: Received, response: ServerResponse) => void;

/** A provider on this machine that records the requests it gets. */
export async function startStandIn(answer: Answer = (_, response) => response.writeHead(202).end("{}")) {
  const requests: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const { method, url: path = "", headers } = incoming;
    const request = { method, path, headers, body: await text(incoming) };
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
