// The recipe for Caddy, started with certificates of its own making in front of stand-ins for the product.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { endAll, freePort, startChild, temporaryFolder, waitUntil } from "../../faults/children.ts";
import { send } from "../../faults/http.ts";
import { hasTool } from "../../scripts/debian-tools.mjs";
import { institute, readRecipe } from "../recipe.ts";
import { startStub } from "../stub.ts";
import { visit } from "../visit.ts";

async function startCaddy(upstreams: number[], changed: [text: string, by: string][] = []) {
  const folder = temporaryFolder();
  const [port, plainPort] = [await freePort(), await freePort()];
  const options = `{
  admin off
  local_certs
  skip_install_trust
  default_bind 127.0.0.1
  http_port ${plainPort}
  https_port ${port}
}
`;
  const addresses = upstreams.map((one) => `127.0.0.1:${one}`).join(" ");
  const recipe = readRecipe("caddy/Caddyfile", [
    ["reverse_proxy 127.0.0.1:3000", `reverse_proxy ${addresses}`],
    ...changed,
  ]);
  const file = path.join(folder, "Caddyfile");
  writeFileSync(file, options + recipe);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const caddy = startChild({ file: "caddy", args: ["run", "--config", file, "--adapter", "caddyfile"], env });
  const isUp = async () => caddy.hasEnded() || (await visit(port, { path: "/healthz" })).status > 0;
  await waitUntil(isUp, { seconds: 30, what: "Caddy is up" });
  if (caddy.hasEnded()) throw new Error(`Caddy did not start:\n${caddy.output()}`);
  return { port, plainPort };
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const say = (text: string) => response.writeHead(200, { "cache-control": "no-store" }).end(text);
  if (request.method === "GET") return say(JSON.stringify(request.headers));
  let bytes = 0;
  request.on("data", (part: Buffer) => {
    bytes += part.length;
  });
  await once(request, "end").catch(() => {});
  return say(`${bytes} bytes`);
}

describe.skipIf(!hasTool("caddy"))("Caddy with our recipe", () => {
  afterAll(endAll);

  test("leads to HTTPS, replaces forwarded addresses, takes uploads, hides what is not public, and outlives a process", async () => {
    const [first, second] = [await startStub(answer), await startStub(answer)];
    const { port, plainPort } = await startCaddy([first.port, second.port]);
    const plain = await send(`http://127.0.0.1:${plainPort}`, { path: "/a", headers: { host: institute } });
    expect([plain.status, plain.headers.location]).toEqual([308, expect.stringMatching(/^https:\/\/academy.*\/a$/)]);

    const forged = { "x-forwarded-for": "1.2.3.4", "x-real-ip": "1.2.3.4", forwarded: "for=1.2.3.4" };
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const more = { "x-forwarded-proto": "http", "x-forwarded-host": "evil.example", traceparent };
    const heard = (await visit(port, { path: "/echo", headers: { ...forged, ...more } })).body;
    expect(JSON.parse(heard)).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https" });
    expect(heard).not.toMatch(/1\.2\.3\.4|evil|traceparent/);

    const body = Buffer.alloc(3 * 1024 * 1024);
    expect((await visit(port, { path: "/uploads/1", method: "PATCH", body })).body).toBe(`${body.length} bytes`);
    for (const hidden of ["/metrics", "/dev", "/dev/outbox"])
      expect((await visit(port, { path: hidden })).status).toBe(404);

    first.stop();
    for (let visits = 0; visits < 8; visits++) expect((await visit(port, { path: "/page" })).status).toBe(200);
    const sent = await Promise.all(Array.from({ length: 6 }, () => visit(port, { path: "/pay", method: "POST" })));
    expect(sent.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(second.asked.filter((one) => one === "POST /pay")).toHaveLength(6);
  });

  test.each([
    ["its address", "127.0.0.1", 200],
    ["any other", "192.0.2.10", 404],
  ])("with the lines for a Prometheus on another machine, answers %s", async (_, watcher, status) => {
    const stub = await startStub(answer);
    const { port } = await startCaddy(
      [stub.port],
      [
        ["@hidden path /metrics /dev", "@hidden path /dev"],
        ["# @unwatched {", "@unwatched {"],
        ["#\tpath /metrics", "path /metrics"],
        ["#\tnot remote_ip 192.0.2.10", `not remote_ip ${watcher}`],
        ["\t# }", "\t}"],
        ["# respond @unwatched", "respond @unwatched"],
      ],
    );
    expect((await visit(port, { path: "/metrics" })).status).toBe(status);
  });

  test("a POST that a process broke off is not sent again", async () => {
    const breaks = await startStub((request, response) =>
      request.method === "POST" ? request.socket.destroy() : answer(request, response),
    );
    const { port } = await startCaddy([breaks.port]);
    const away = await visit(port, { path: "/pay", method: "POST" });
    expect([away.status, away.body]).toEqual([503, expect.stringContaining("Please try again")]);
    expect(breaks.asked.filter((one) => one === "POST /pay")).toHaveLength(1);
  });
});
