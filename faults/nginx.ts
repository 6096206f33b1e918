import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort, startChild, temporaryFolder, waitUntil } from "./children.ts";
import { send } from "./http.ts";

export type Nginx = {
  url: string;
  /** Sends nothing more to this process, and waits until what was sent is answered; undefined: to all again. */
  leaveOut(port: number | undefined): Promise<void>;
};

/** Starts nginx in front of several processes, as an operator would; undefined where it is not installed. */
export async function startNginx(ports: number[]): Promise<Nginx | undefined> {
  if (spawnSync("nginx", ["-v"]).status !== 0) return undefined;
  const folder = temporaryFolder();
  chmodSync(folder, 0o755); // the worker runs as another account
  const port = await freePort();
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, configuration({ folder, port, ports }));
  const child = startChild({ file: "nginx", args: ["-p", folder, "-c", file, "-e", path.join(folder, "error.log")] });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await send(url, { path: "/healthz" })).status === 200, {
    seconds: 20,
    what: "nginx is up",
  });
  return {
    url,
    async leaveOut(down) {
      const before = workersOf(child.pid);
      writeFileSync(file, configuration({ folder, port, ports, down }));
      child.kill("SIGHUP");
      await waitUntil(() => workersOf(child.pid).every((pid) => !before.includes(pid)), {
        seconds: 90,
        what: "nginx works by its new configuration",
      });
    },
  };
}

function workersOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
}

type Parts = { folder: string; port: number; ports: number[]; down?: number | undefined };

/**
 * A process that refuses connections is skipped for two seconds. `error timeout` passes a GET on to the next process. It
 * passes a POST on only while no byte of it was sent, such as when the connection is refused: with `non_idempotent` nginx
 * would send a payment twice. So a POST is safe only if a process that stops answers everything that it has accepted.
 */
function configuration({ folder, port, ports, down }: Parts): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
  const servers = ports.map(
    (one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s${one === down ? " down" : ""};`,
  );
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; events { worker_connections 512; }
http {
  access_log off; ${temporary.join(" ")}
  upstream shoreline { ${servers.join(" ")} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 20m;
    location / {
      proxy_pass http://shoreline;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 2s;
      proxy_read_timeout 60s;
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries ${ports.length};
      proxy_next_upstream_timeout 10s;
    }
  }
}
`;
}
