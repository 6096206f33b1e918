import { spawnSync } from "node:child_process";

/** Installs the packages of Debian whose programs are missing, where we may: as root, and with apt-get. Returns what is still missing. */
export function installTools(packageOf) {
  const missing = () => Object.keys(packageOf).filter((tool) => !hasTool(tool));
  const wanted = missing();
  if (wanted.length === 0 || process.getuid?.() !== 0 || !hasTool("apt-get")) return wanted;
  console.log(`  tools      installing ${wanted.join(", ")} (once)`);
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...new Set(wanted.map((tool) => packageOf[tool])));
  return missing();
}

/** @param {string} tool */
export function hasTool(tool) {
  return spawnSync("sh", ["-c", `command -v ${tool}`], { stdio: "ignore" }).status === 0;
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env });
}
