import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Refusal } from "@shoreline/contract";
import type { Hono } from "hono";
import type { StoredFile } from "../ports.ts";
import type { AppEnv } from "./env.ts";

type Films = { folder: string; find(name: string): Promise<StoredFile | null> };

/**
 * Large files that browsers ask for in ranges. A copy on this machine's disk answers them: the store gives a file only as a
 * whole, and a film in memory for each range would be too much. The content behind a name never changes.
 */
export function mountFilms(app: Hono<AppEnv>, { folder, find }: Films): void {
  const underWay = new Map<string, Promise<void>>();

  async function copy(name: string): Promise<void> {
    const file = await find(name);
    if (!file) throw new Refusal("NOT_FOUND");
    const place = path.join(localFolder(), name);
    await writeFile(`${place}.draft`, file.bytes);
    await rename(`${place}.draft`, place);
  }

  app.get(`/media/${folder}/:name{[0-9a-z]+\\.[0-9a-z]+}`, async (c, next) => {
    c.set("route", `/media/${folder}/{name}`);
    const name = c.req.param("name");
    const root = localFolder();
    // A program that tidies up temporary files may have removed the copy.
    if (!existsSync(path.join(root, name))) {
      const copying = underWay.get(name) ?? copy(name).finally(() => underWay.delete(name));
      underWay.set(name, copying);
      await copying;
    }
    c.header("cache-control", "public, max-age=31536000, immutable");
    return serveStatic<AppEnv>({ root, rewriteRequestPath: () => name })(c, next);
  });
}

let local: string | undefined;

function localFolder(): string {
  if (local && existsSync(local)) return local;
  const made = mkdtempSync(path.join(tmpdir(), "films-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  local = made;
  return made;
}
