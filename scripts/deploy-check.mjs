// Verifies and starts every recipe of deploy/, one line each; ends with 1 when one is wrong.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildSite } from "./build.mjs";
import { hasTool, installTools } from "./debian-tools.mjs";
import { ready, root } from "./ready.mjs";

await ready(import.meta.url);
const hadPromtool = hasTool("promtool");
installTools({
  nginx: "nginx-light",
  caddy: "caddy",
  pgbouncer: "pgbouncer",
  openssl: "openssl",
  "systemd-analyze": "systemd",
  "docker-compose": "docker-compose",
  buildah: "buildah",
  promtool: "prometheus",
});
// That package starts a service, for which nobody has asked here.
if (!hadPromtool && hasTool("promtool")) spawnSync("systemctl", ["disable", "--now", "prometheus"]);
buildSite();
let isFine = true;

report("systemd", "verified", needs("systemd-analyze") ?? runTests("deploy/systemd"));
report("nginx", "started", needs("nginx", "openssl") ?? runTests("deploy/nginx"));
report(
  "caddy",
  "verified",
  needs("caddy") ?? run("caddy", "validate", "--adapter", "caddyfile", "--config", "deploy/caddy/Caddyfile"),
);
report("caddy", "started", needs("caddy", "openssl") ?? runTests("deploy/caddy"));
report("pgbouncer", "started", needs("pgbouncer") ?? runTests("deploy/pgbouncer"));
report("compose", "verified", runTests("deploy/container"));
report("compose", "read by docker-compose", needs("docker-compose") ?? readCompose());
const image = needs("buildah") ?? buildImage();
report("container", `built: ${image.size}`, image);
if (!image.missing && !image.failed) report("container", "started read-only", startImage());
report("monitoring", "verified", needs("promtool") ?? run("node", "deploy/monitoring/check.mjs"));
report(".env.example", "verified", runTests("deploy/env-example"));
process.exit(isFine ? 0 : 1);

/** @param {{ missing?: string, failed?: string, size?: string }} found */
function report(recipe, done, { missing, failed }) {
  const outcome = missing ? `could not be run here: ${missing}` : failed ? `FAILED\n${failed}` : done;
  console.log(`  ${recipe.padEnd(13)} ${outcome}`);
  if (failed) isFine = false;
}

function needs(...tools) {
  const missing = tools.filter((tool) => !hasTool(tool));
  return missing.length > 0 ? { missing: `${missing.join(" and ")} not installed` } : undefined;
}

function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  return status === 0 ? {} : { failed: `${stdout}${stderr}`.trim().split("\n").slice(-40).join("\n") };
}

function runTests(place) {
  const done = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--project", "deploy", "--reporter=dot", place],
    { cwd: root, encoding: "utf8", env: { ...process.env, DEPLOY_CHECK: "1", NO_COLOR: "1" } },
  );
  return done.status === 0 ? {} : { failed: `${done.stdout}${done.stderr}`.trim().split("\n").slice(-60).join("\n") };
}

/** In a folder of its own, where the files with secrets can be made that an operator makes. */
function readCompose() {
  const folder = mkdtempSync(path.join(tmpdir(), "shoreline-compose-"));
  for (const file of ["compose.yaml", "garage.toml"])
    copyFileSync(path.join(root, "deploy/container", file), path.join(folder, file));
  for (const file of ["product.env", "database-password", "garage-rpc-secret"])
    writeFileSync(path.join(folder, file), "");
  const found = run("docker-compose", "-f", path.join(folder, "compose.yaml"), "config", "--quiet");
  rmSync(folder, { recursive: true, force: true });
  return found;
}

/**
 * `BASE_IMAGE` (with Node and npm) and `RUN_BASE_IMAGE` name images that are on this machine, where none can be downloaded.
 * `BUILD_FLAGS` are further words for buildah.
 */
function buildImage() {
  const { BASE_IMAGE, RUN_BASE_IMAGE, BUILD_FLAGS } = process.env;
  const bases = [
    BASE_IMAGE ?? "docker.io/library/node:24-bookworm-slim",
    RUN_BASE_IMAGE ?? "docker.io/library/debian:bookworm-slim",
  ];
  if (bases.some((base) => spawnSync("buildah", ["pull", base]).status !== 0))
    return {
      missing: "the base images cannot be downloaded (BASE_IMAGE=… and RUN_BASE_IMAGE=… name some of this machine)",
    };
  const given = ["--build-arg", `BASE=${bases[0]}`, "--build-arg", `RUN_BASE=${bases[1]}`];
  const flags = [...given, ...(BUILD_FLAGS?.split(" ") ?? []), "-t", "shoreline"];
  const built = run("buildah", "build", ...flags, "-f", "deploy/container/Containerfile", ".");
  return { ...built, size: say("buildah", "images", "--format", "{{.Size}}", "localhost/shoreline") };
}

function startImage() {
  const container = say("buildah", "from", "localhost/shoreline");
  process.env.IMAGE_ROOT = container && say("buildah", "mount", container);
  // Without a folder the tests skip themselves, which must not look like success.
  const found = process.env.IMAGE_ROOT
    ? runTests("deploy/container/image")
    : { failed: "buildah could not make or mount a container of the image" };
  if (container) spawnSync("buildah", ["rm", container]);
  return found;
}

function say(command, ...args) {
  return spawnSync(command, args, { encoding: "utf8" }).stdout.trim();
}
