import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { fail, root } from "./ready.mjs";

const web = path.join(root, "apps/web");
const build = path.join(web, "build");
const stamp = path.join(build, ".sources");
const sources = [
  "apps/web/app",
  "apps/web/public",
  "apps/web/vite.config.ts",
  "apps/web/vite-offline.ts",
  "apps/web/vite-styles.ts",
  "apps/web/react-router.config.ts",
  "packages/contract/src",
  "packages/domain/src",
  "packages/proof/src",
  "package-lock.json",
];

export const isSiteBuilt = () => existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources();

/** Builds the site when its sources changed, and packs its files once for all requests to come. */
export function buildSite() {
  const wanted = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  console.log("  site       building");
  rmSync(stamp, { force: true });
  const done = spawnSync(process.execPath, [path.join(root, "node_modules/@react-router/dev/bin.cjs"), "build"], {
    cwd: web,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (done.status !== 0) fail(`The site could not be built:\n${done.stdout}\n${done.stderr}`);
  for (const file of filesBelow(path.join(build, "client"))) compress(file);
  writeFileSync(stamp, wanted);
  return true;
}

function hashSources() {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesBelow(path.join(root, source)))
      hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function filesBelow(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesBelow(path.join(place, name)));
}

function compress(file) {
  if (!/\.(js|css|svg|json|txt|xml|webmanifest|html)$/.test(file)) return;
  const bytes = readFileSync(file);
  if (bytes.length < 400) return;
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
