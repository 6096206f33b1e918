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
report("container", "built", needs("buildah") ?? buildImage());
report("monitoring", "verified", needs("promtool") ?? run("node", "deploy/monitoring/check.mjs"));
report(".env.example", "verified", runTests("deploy/env-example"));
process.exit(isFine ? 0 : 1);

/** @param {{ missing?: string, failed?: string }} found */
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

/** `BASE_IMAGE` names an image that is on this machine, where none can be downloaded. */
function buildImage() {
  const base = process.env.BASE_IMAGE;
  const canPull = spawnSync("buildah", ["pull", base ?? "docker.io/library/node:24-bookworm-slim"], {
    encoding: "utf8",
  });
  if (canPull.status !== 0)
    return { missing: "the base image cannot be downloaded (BASE_IMAGE=… names one of this machine)" };
  const given = base ? ["--build-arg", `BASE=${base}`] : [];
  return run("buildah", "build", ...given, "-t", "shoreline", "-f", "deploy/container/Containerfile", ".");
}
