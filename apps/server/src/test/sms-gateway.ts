import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Sms } from "../ports.ts";

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A local SMS gateway that records the requests it gets. */
export async function startGateway(answer: Answer = (_, response) => response.writeHead(202).end("{}")) {
  const requests: { method: string | undefined; headers: IncomingMessage["headers"]; sms: Sms }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method, headers: request.headers, sms: JSON.parse(await text(request)) });
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, requests, close };
}
