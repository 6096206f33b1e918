import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort, startChild, temporaryFolder, waitUntil } from "../../faults/children.ts";
import { institute, makeCertificate, readRecipe } from "../recipe.ts";
import { visit } from "../visit.ts";

/** Starts nginx with our recipe in front of these ports; only ports, folders, the number of processes and what is `changed` differ from what an operator copies. */
export async function startRecipe(
  upstreams: number[],
  changed: [text: string, by: string][] = [],
): Promise<{ port: number; plainPort: number; pid: number }> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755); // the worker runs as another account
  const [port, plainPort] = [await freePort(), await freePort()];
  makeCertificate(`${folder}/live/${institute}`, institute);
  mkdirSync(`${folder}/html/.well-known/acme-challenge`, { recursive: true });
  writeFileSync(`${folder}/html/.well-known/acme-challenge/proof`, "ours");
  const servers = upstreams.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`);
  const recipe = readRecipe("nginx/shoreline.conf", [
    ["  listen [::]:80 default_server;\n", ""],
    ["  listen [::]:443 ssl default_server;\n", ""],
    ["  listen [::]:80;\n", ""],
    ["  listen [::]:443 ssl http2;\n", ""],
    ["listen 80", `listen 127.0.0.1:${plainPort}`],
    ["listen 443", `listen 127.0.0.1:${port}`],
    ["server 127.0.0.1:3000 max_fails=1 fail_timeout=2s;", servers.join(" ")],
    ["/var/lib/nginx/shoreline", `${folder}/cache`],
    ["/etc/letsencrypt", folder],
    ["/var/www/html", `${folder}/html`],
    ...changed,
  ]);
  const file = path.join(folder, "nginx.conf");
  writeFileSync(path.join(folder, "shoreline.conf"), recipe);
  writeFileSync(file, around(folder));
  const nginx = startChild({ file: "nginx", args: ["-p", folder, "-c", file, "-e", path.join(folder, "error.log")] });
  await waitUntil(async () => nginx.hasEnded() || (await visit(port, { path: "/healthz" })).status > 0, {
    seconds: 20,
    what: "nginx is up",
  });
  if (nginx.hasEnded()) throw new Error(`nginx did not start:\n${nginx.output()}`);
  return { port, plainPort, pid: nginx.pid };
}

/** What Debian's own nginx.conf has around a site. */
function around(folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; events { worker_connections 512; }
http {
  access_log off; ${temporary.join(" ")} sendfile on; tcp_nopush on; gzip on; types_hash_max_size 2048;
  include ${folder}/shoreline.conf;
}
`;
}
