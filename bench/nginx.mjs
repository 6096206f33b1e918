import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { start, temporaryFolder } from "./product.mjs";

/** Starts nginx with one worker and each answer as a file at `/<name>`; undefined if nginx cannot be installed. */
export async function startNginx(answers) {
  if (!isInstalled()) return undefined;
  const folder = temporaryFolder();
  chmodSync(folder, 0o755); // the worker runs as another account
  for (const { name, body } of answers) writeFileSync(path.join(folder, name), body);
  const file = path.join(folder, "nginx.conf");
  const args = (port) => {
    writeFileSync(file, configuration({ folder, port, answers }));
    return ["-p", folder, "-c", file, "-e", path.join(folder, "error.log")];
  };
  const { url, pid } = await start({ command: "nginx", args, upAt: `/${answers[0].name}` });
  const [worker] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  return { url, pid: Number(worker) };
}

function isInstalled() {
  const has = () => spawnSync("nginx", ["-v"]).status === 0;
  if (has() || process.getuid?.() !== 0) return has();
  console.log("  nginx      installing");
  spawnSync("sh", ["-c", "apt-get update && (apt-get install -y nginx-light || apt-get install -y nginx)"]);
  return has();
}

function configuration({ folder, port, answers }) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
  const locations = answers.map(({ name, headers }) => {
    const added = headers.filter(([header]) => !["content-length", "content-type", "etag"].includes(header));
    const lines = added.map(([header, value]) => `add_header ${header} ${JSON.stringify(value)};`);
    return `location = /${name} { default_type "${new Map(headers).get("content-type")}"; ${lines.join(" ")} }`;
  });
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_timeout 65; keepalive_requests 1000000000; types { }
  ${temporary.join(" ")}
  server { listen 127.0.0.1:${port}; root ${folder}; ${locations.join("\n")} }
}`;
}
