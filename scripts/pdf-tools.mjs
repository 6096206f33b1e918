import { spawnSync } from "node:child_process";

const tools = { pdfsig: "poppler-utils", qpdf: "qpdf" };

/** Installs the programs that judge our PDF signatures, where we may. Without them these tests skip by name. */
export function installPdfTools() {
  const missing = Object.entries(tools).filter(([tool]) => !isInstalled(tool));
  const isRoot = process.getuid?.() === 0;
  if (missing.length === 0 || !isRoot || !isInstalled("apt-get")) return;
  console.log("  pdf tools  installing (once)");
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing.map(([, name]) => name)]);
}

function isInstalled(tool) {
  return spawnSync(tool, ["--version"], { stdio: "ignore" }).error === undefined;
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env });
}
