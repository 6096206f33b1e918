import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect } from "@playwright/test";

type Env = Record<string, string>;

/** Starts another product beside the one that the journeys share, with settings of its own. */
export async function startProduct(env: Env) {
  const port = await freePort();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...inherited(), ...env, PORT: String(port), NODE_ENV: "production", LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const url = `http://localhost:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => child.exitCode !== null,
    );
  await expect.poll(isReady, { timeout: 90_000, intervals: [100] }).toBe(true);
  expect(child.exitCode, output).toBeNull();
  return {
    url,
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Runs a command of the product, as in `npm run batch -- new …`. Returns what it prints. */
export function runCommand(name: string, args: string[], env: Env = {}): string {
  return execFileSync(process.execPath, [`scripts/${name}.mjs`, ...args], {
    env: { ...inherited(), ...env },
    encoding: "utf8",
  });
}

/** Without the settings of the shared product. */
function inherited(): Env {
  const { PORT, DATA_DIR, ...rest } = process.env;
  return rest as Env;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
