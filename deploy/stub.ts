import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../faults/children.ts";

type Stub = { port: number; asked: string[]; stop(): void };

/** A stand-in for a process of the product: counts what reaches it, and answers with the product's headers. */
export async function startStub(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Stub> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  atEnd(stop);
  return { port: (server.address() as AddressInfo).port, asked, stop };
}
