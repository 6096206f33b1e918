import { chmodSync, chownSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort, startChild, temporaryFolder, waitUntil } from "../../faults/children.ts";
import { readRecipe } from "../recipe.ts";
import { connectsTo } from "./probe.ts";

type Options = { port: string; mode?: "session" | "transaction" };

/** Starts PgBouncer with our recipe before the database `academy` on this port; returns the address that leads through it. */
export async function startPgbouncer({ port, mode = "session" }: Options): Promise<string> {
  const folder = temporaryFolder();
  const listen = await freePort();
  writeFileSync(path.join(folder, "userlist.txt"), '"academy" "p@ss word"\n');
  const recipe = readRecipe("pgbouncer/pgbouncer.ini", [
    ["shoreline = host=127.0.0.1 port=5432 dbname=shoreline", `academy = host=127.0.0.1 port=${port} dbname=academy`],
    ["listen_port = 6432", `listen_port = ${listen}\nunix_socket_dir =`],
    ["/etc/pgbouncer/userlist.txt", path.join(folder, "userlist.txt")],
    ["pool_mode = session", `pool_mode = ${mode}`],
  ]);
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(file, recipe);
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const one of [folder, file, path.join(folder, "userlist.txt")]) chownSync(one, 65534, 65534);
  chmodSync(folder, 0o755);
  const pgbouncer = startChild({ file: "pgbouncer", args: [...(isRoot ? ["-u", "nobody"] : []), file] });
  const url = `postgres://academy:p%40ss%20word@127.0.0.1:${listen}/academy`;
  const isUp = async () => pgbouncer.hasEnded() || (await connectsTo(url));
  await waitUntil(isUp, { seconds: 20, what: "PgBouncer is up" });
  if (pgbouncer.hasEnded()) throw new Error(`PgBouncer did not start:\n${pgbouncer.output()}`);
  return url;
}
