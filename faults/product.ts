import path from "node:path";
import { memoryEnv, memoryFlags } from "../scripts/memory.mjs";
import { type Child, repository, startChild, waitUntil } from "./children.ts";
import { send } from "./http.ts";

type Start = {
  port: number;
  env: Record<string, string>;
  log: string;
  root?: string;
  preload?: string | undefined;
};

/** One process of the product. */
export type Product = { port: number; url: string; child: Child; isUp(): Promise<boolean> };

/** Starts the product with the settings of `npm start`, and waits until it is ready for traffic. */
export async function startProduct({ port, env, log, root = repository, preload }: Start): Promise<Product> {
  const child = startChild({
    file: process.execPath,
    args: [
      ...memoryFlags,
      ...[path.join(repository, "scripts/quick-imports.mjs"), ...(preload ? [preload] : [])].map(
        (at) => `--import=${at}`,
      ),
      path.join(root, "apps/server/src/main.ts"),
    ],
    cwd: root,
    log,
    env: {
      ...memoryEnv,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      HOST: "127.0.0.1",
      PORT: String(port),
      // Every visitor has an address of their own, and pays at the local gateway through a proxy.
      TRUST_PROXY: "127.0.0.1",
      DEMO: "1",
      SMS_PER_DAY: "1000000",
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await send(url, { path: "/readyz", timeoutInMs: 4000 })).status === 200;
  await waitUntil(async () => child.hasEnded() || (await isUp()), {
    // Seconds on a free machine.
    seconds: 180,
    what: `the product on ${port} is up`,
  });
  if (child.hasEnded()) throw new Error(`The product did not start:\n${child.output()}`);
  return { port, url, child, isUp };
}
