import { createHash } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { StartError } from "../start-error.ts";

// sun_path holds 104 bytes on macOS and 108 on Linux, the closing zero included.
const longestSocketPath = 103;

/** Creates the data folder, or throws one line that says why it cannot be used. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolders(dataDir);
    const probe = path.join(dataDir, `.writable-${process.pid}`);
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${code}). Make it writable, or set DATA_DIR to another folder.`,
    );
  }
}

/** Creates folders one by one: with `recursive`, Node hangs in places like /proc. */
export function makeFolders(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolders(path.dirname(folder));
  fs.mkdirSync(folder);
}

/** Pictures, documents and backups are for this account only: those written from now on, and those of earlier releases. */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(0o077);
  for (const name of ["files", "uploads"]) {
    const folder = path.join(dataDir, name);
    if (fs.existsSync(folder)) fs.chmodSync(folder, 0o700);
  }
}

/** Creates the folder for sockets: below the data folder, or in /tmp when that path would be too long. */
export function makeSocketFolder(dataDir: string): string {
  const near = path.join(dataDir, "run");
  const isShort = Buffer.byteLength(path.join(near, ".s.PGSQL.5432")) <= longestSocketPath;
  const folder = isShort
    ? near
    : path.join(os.tmpdir(), `shoreline-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`);
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o700); // only the folder itself: `mode` in mkdir would also restrict its parents
  return folder;
}

/** Locks the data folder for this process. The lock is a listening socket, so it ends even when we are killed. */
export async function lockDataFolder({
  dataDir,
  socketFolder,
}: {
  dataDir: string;
  socketFolder: string;
}): Promise<() => Promise<void>> {
  const socket = path.join(socketFolder, "holder.sock");
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = net.createServer((asker) => asker.end(String(process.pid)));
    if (await listens(server, socket)) return () => new Promise((done) => server.close(() => done()));
    const owner = await askOwner(socket);
    if (owner) {
      throw new StartError(
        `Process ${owner} already runs on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    fs.rmSync(socket, { force: true });
  }
  throw new StartError(
    `The data folder ${dataDir} is being locked by another process. Stop it first, or set DATA_DIR to another folder.`,
  );
}

function listens(server: net.Server, socket: string): Promise<boolean> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? done(false) : fail(error)));
    server.listen(socket, () => done(true));
    server.unref();
  });
}

function askOwner(socket: string): Promise<string | null> {
  return new Promise((done) => {
    let answer = "";
    const asker = net.connect(socket);
    asker.setTimeout(2000, () => asker.destroy(new Error("the owner is busy")));
    asker.on("data", (part) => {
      answer += part;
    });
    asker.on("end", () => done(answer || "?"));
    asker.on("error", (error: NodeJS.ErrnoException) =>
      done(error.code === "ECONNREFUSED" || error.code === "ENOENT" ? null : "?"),
    );
  });
}
