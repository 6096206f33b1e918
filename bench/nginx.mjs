import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort, start, temporaryFolder } from "./product.mjs";

/** Starts nginx with one worker and each answer as a file at `/<name>`; undefined if nginx cannot be installed. */
export async function startNginx(answers) {
  if (!isInstalled()) return undefined;
  const folder = temporaryFolder();
  chmodSync(folder, 0o755); // the worker runs as another account
  for (const { name, body } of answers) writeFileSync(path.join(folder, name), body);
  const file = path.join(folder, "nginx.conf");
  const args = (port) => {
    writeFileSync(file, configuration({ folder, servers: filesServer({ folder, port, answers }) }));
    return ["-p", folder, "-c", file, "-e", path.join(folder, "error.log")];
  };
  const { url, pid } = await start({ command: "nginx", args, upAt: `/${answers[0].name}` });
  const [worker] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  return { url, pid: Number(worker) };
}

/**
 * Starts nginx with TLS in front of the product at `to`, and with `page` at /floor; undefined if nginx cannot be installed.
 * @param {{ to: string, page: string, isHttp2: boolean }} options
 */
export async function startProxy({ to, page, isHttp2 }) {
  if (!isInstalled()) return undefined;
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  writeFileSync(path.join(folder, "floor"), page);
  const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const made = ["-keyout", key, "-out", certificate, "-subj", "/CN=127.0.0.1", "-days", "1"];
  const { status, stderr } = spawnSync("openssl", ["req", "-x509", ...curve, ...made], { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  const file = path.join(folder, "nginx.conf");
  const port = await freePort();
  // `http2 on;` needs nginx 1.25.1; newer ones still take the older form.
  const server = (plain) => `upstream product { server ${new URL(to).host}; keepalive 16; }
  server {
    listen 127.0.0.1:${plain}; listen 127.0.0.1:${port} ssl${isHttp2 ? " http2" : ""};
    ssl_certificate ${certificate}; ssl_certificate_key ${key}; ssl_protocols TLSv1.2 TLSv1.3;
    location = /floor { root ${folder}; default_type text/html; }
    location / {
      proxy_pass http://product; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
    }
  }`;
  const args = (plain) => {
    writeFileSync(file, configuration({ folder, servers: server(plain) }));
    return ["-p", folder, "-c", file, "-e", path.join(folder, "error.log")];
  };
  await start({ command: "nginx", args, upAt: "/floor" });
  return { port };
}

function isInstalled() {
  const has = () => spawnSync("nginx", ["-v"]).status === 0;
  if (has() || process.getuid?.() !== 0) return has();
  console.log("  nginx      installing");
  spawnSync("sh", ["-c", "apt-get update && (apt-get install -y nginx-light || apt-get install -y nginx)"]);
  return has();
}

function filesServer({ folder, port, answers }) {
  const locations = answers.map(({ name, headers }) => {
    const added = headers.filter(([header]) => !["content-length", "content-type", "etag"].includes(header));
    const lines = added.map(([header, value]) => `add_header ${header} ${JSON.stringify(value)};`);
    return `location = /${name} { default_type "${new Map(headers).get("content-type")}"; ${lines.join(" ")} }`;
  });
  return `server { listen 127.0.0.1:${port}; root ${folder}; ${locations.join("\n")} }`;
}

function configuration({ folder, servers }) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_timeout 65; keepalive_requests 1000000000; types { }
  ${temporary.join(" ")}
  ${servers}
}`;
}
