import net from "node:net";
import path from "node:path";
import type pg from "pg";

/** A line to PostgreSQL that a test can cut, or make swallow everything without a word. */
export async function testLine({ host = "", ...rest }: pg.PoolConfig) {
  const target = host.startsWith("/") ? { path: path.join(host, ".s.PGSQL.5432") } : { host, port: rest.port ?? 5432 };
  const sockets = new Set<net.Socket>();
  let mode: "pass" | "swallow" | "refuse" = "pass";

  const server = net.createServer((near) => {
    if (mode === "refuse") return void near.resetAndDestroy();
    const far = net.connect(target as net.NetConnectOpts);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => mode === "pass" && to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        if (mode !== "swallow") to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as net.AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    connection: { ...rest, host: "127.0.0.1", port } as pg.PoolConfig,
    /** What was opened before stays dead, as on a real line; new connections work. */
    pass() {
      cut();
      mode = "pass";
    },
    swallow() {
      mode = "swallow";
    },
    /** Ends all connections and refuses new ones. */
    refuse() {
      mode = "refuse";
      cut();
    },
    async stop() {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
