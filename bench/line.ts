// The slow phone's network as a TCP relay. Chromium's own emulation delays every request alone: there connections and TLS cost nothing.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { slowNetwork } from "./bare-browser.ts";

const { latency, downloadThroughput } = slowNetwork;
const oneWayMs = latency / 2;
/** One connection has at most this much waiting, so that several share the line. */
const ahead = 8192;

/** A line to a port of this machine that all connections share. What is not emulated: slow start, and the limit upwards. */
export async function startLine(port: number): Promise<{ port: number; close(): void }> {
  let freeAt = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    // The connection is open here at once; on the line that takes one round trip.
    const openAt = performance.now() + latency;
    let waiting = 0;
    const far = connect({
      port,
      host: "127.0.0.1",
      onread: {
        buffer: Buffer.alloc(2048),
        callback(length, buffer) {
          const piece = Buffer.from(buffer.subarray(0, length));
          freeAt = Math.max(freeAt, performance.now()) + (length / downloadThroughput) * 1000;
          waiting += length;
          setTimeout(() => {
            waiting -= length;
            far.resume();
            setTimeout(() => near.write(piece), oneWayMs);
          }, freeAt - performance.now());
          return waiting < ahead;
        },
      },
    });
    near.setNoDelay().on("data", (piece) => {
      setTimeout(() => far.write(piece), Math.max(0, openAt - performance.now()) + oneWayMs);
    });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => {}).on("close", () => open.delete(socket));
    }
    near.on("close", () => far.destroy());
    far.on("end", () => setTimeout(() => near.end(), latency));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}
