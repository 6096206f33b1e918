import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "./children.ts";

/**
 * pass: everything goes through. refuse: new connections are reset. delay: every part waits.
 * half-open: connections stay open and new ones are accepted, but not one byte goes through in either direction.
 */
export type Mood = "pass" | "refuse" | "delay" | "half-open";

/** A forgotten pair stays silent for ever, as a connection does that a firewall has dropped from its table. */
type Pair = { near: net.Socket; far?: net.Socket; isForgotten: boolean };

/** A TCP proxy on loopback that can be as bad as a network can be. */
export async function startProxy({ port: first }: { port: number }, { delayInMs = 200 } = {}) {
  let farPort = first;
  const pairs = new Set<Pair>();
  /** Far sides whose near side has closed in silence: the server keeps their sessions until the network is back. */
  const orphans = new Set<net.Socket>();
  let mood: Mood = "pass";

  function connect(pair: Pair) {
    const { near } = pair;
    const far = net.connect({ port: farPort, host: "127.0.0.1" });
    pair.far = far;
    for (const socket of [near, far]) socket.setNoDelay(true);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", async (part) => {
        if (mood === "delay") {
          from.pause();
          await sleep(delayInMs);
          from.resume();
        }
        if (!pair.isForgotten && !to.destroyed) to.write(part);
      });
      from.on("error", () => {});
      from.on("close", () => pair.isForgotten || to.destroy());
    }
  }

  const server = net.createServer((near) => {
    near.on("error", () => {});
    if (mood === "refuse") return void near.resetAndDestroy();
    const pair: Pair = { near, isForgotten: mood === "half-open" };
    pairs.add(pair);
    near.on("close", () => {
      pairs.delete(pair);
      if (pair.isForgotten && pair.far) orphans.add(pair.far);
    });
    if (pair.isForgotten) near.resume();
    else connect(pair);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as net.AddressInfo;

  const endOrphans = () => {
    for (const far of orphans) far.resetAndDestroy();
    orphans.clear();
  };

  /** Resets all connections, on both sides. */
  const cut = () => {
    endOrphans();
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far?.resetAndDestroy();
    }
  };
  atEnd(() => {
    cut();
    server.close();
  });
  return {
    port,
    cut,
    set(to: Mood) {
      mood = to;
      if (mood !== "half-open") endOrphans();
      for (const pair of pairs) {
        // The far side learns of it at the end; the near side never does.
        if (mood !== "half-open" && pair.isForgotten) pair.far?.resetAndDestroy();
        if (mood === "half-open") pair.isForgotten = true;
      }
    },
    /** The address moves to another server, as a floating address does: connections to the one before are reset. */
    moveTo(port: number) {
      farPort = port;
      cut();
    },
    open: () => pairs.size,
  };
}
