import net from "node:net";
import tls from "node:tls";

export const withinMs = 6000;

/** Connects, with TLS where the address says so, sends nothing and hangs up. Throws when that fails. */
export async function reach(url: string): Promise<void> {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isEncrypted = protocol === "https:";
  const at = { host, port: Number(port || (isEncrypted ? 443 : 80)) };
  const socket = isEncrypted ? tls.connect({ ...at, ...nameOf(host) }) : net.connect(at);
  try {
    await new Promise<void>((done, fail) => {
      socket.setTimeout(withinMs, () => fail(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
      socket.once(isEncrypted ? "secureConnect" : "connect", () => done());
      socket.once("error", fail);
    });
  } finally {
    socket.destroy();
  }
}

/** An address of numbers is no name for TLS. */
export function nameOf(host: string): { servername?: string } {
  return net.isIP(host) ? {} : { servername: host };
}
