import { createServer, type Server, type ServerOptions } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type ErrorBody, type ErrorCode, errors } from "@shoreline/contract";
import type { Hono } from "hono";
import { StartError } from "../start-error.ts";
import type { AppEnv } from "./env.ts";
import type { FastPath } from "./fast-path.ts";
import { newRequestId } from "./observe.ts";

export type HttpServer = { server: Server; stop(): Promise<void> };

// Headers must arrive at once. Bodies have their own, tighter limits; `requestTimeout` is only the last resort.
const limits = {
  headersTimeout: 15_000,
  requestTimeout: 900_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 8_192,
} satisfies ServerOptions;

type Listening = {
  host: string;
  port: number;
  fastPath?: FastPath;
  headersTimeout?: number;
  /** How long a process that is to stop goes on serving, so that a load balancer notices that it is no longer ready. */
  drainSeconds?: number;
  /** How long an idle connection may still bring a request after that. */
  lingerMs?: number;
};

export async function listen(app: Hono<AppEnv>, options: Listening): Promise<HttpServer> {
  const { host, port, fastPath = () => false, headersTimeout = limits.headersTimeout } = options;
  const { drainSeconds = 0, lingerMs = 2000 } = options;
  const server = createServer({ ...limits, headersTimeout });
  const answer = getRequestListener(app.fetch, { errorHandler: answerBadTarget });
  let isDraining = false;
  server.on("request", (request, response) => {
    // The client opens its next connection elsewhere.
    if (isDraining) response.shouldKeepAlive = false;
    return fastPath(request, response) || answer(request, response);
  });
  server.on("clientError", answerBrokenRequest);
  await new Promise<void>((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => fail(cannotListen(error, { host, port })));
    server.listen(port, host, () => done());
  });
  return {
    server,
    async stop() {
      isDraining = true;
      if (drainSeconds > 0) await new Promise((wait) => setTimeout(wait, drainSeconds * 1000));
      await close(server, { lingerMs });
    },
  };
}

/**
 * Takes no new connections. A proxy may send another request on a connection that is still open: for a moment such a request is
 * answered, and the answer closes the connection. Requests in progress get ten seconds.
 */
function close(server: Server, { lingerMs }: { lingerMs: number }): Promise<void> {
  return new Promise((done) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), lingerMs + 10_000);
    let hangUp: NodeJS.Timeout;
    const linger = setTimeout(() => {
      hangUp = setInterval(() => server.closeIdleConnections(), 100);
    }, lingerMs);
    // Not http's own `close`, which hangs up on all idle connections at once.
    NetServer.prototype.close.call(server, () => {
      for (const timer of [giveUp, linger, hangUp]) clearTimeout(timer);
      done();
    });
  });
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === "EADDRINUSE")
    return new StartError(`Port ${port} is in use. Stop the program that uses it, or set PORT to another number.`);
  if (error.code === "EACCES")
    return new StartError(`This account may not use port ${port}. Set PORT to a number above 1023.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new StartError(`HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`);
  return error;
}

/** Answers a request whose host or target is not a valid address. The app answers everything else itself. */
function answerBadTarget(): Response {
  const body: ErrorBody = { error: errors.INVALID_INPUT.text, code: "INVALID_INPUT" };
  const headers = { "x-request-id": newRequestId(), "x-content-type-options": "nosniff", connection: "close" };
  return Response.json(body, { status: 400, headers });
}

/** A request that is not valid HTTP never reaches the app; it still gets a JSON error. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const code: ErrorCode = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "BODY_TIMEOUT" : "INVALID_INPUT";
  const status =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? "408 Request Timeout"
      : error.code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : "400 Bad Request";
  const body = JSON.stringify({ error: errors[code].text, code });
  socket.write(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-content-type-options: nosniff\r\nx-request-id: ${newRequestId()}\r\nconnection: close\r\n\r\n${body}`,
  );
  // After a mere `end`, a client that never closes its side would keep the descriptor.
  socket.destroySoon();
}
