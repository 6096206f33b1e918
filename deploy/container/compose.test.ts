// No container engine runs in our tests, so these rules are checked on the text. `npm run deploy:check` also asks docker-compose.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

type Service = Record<string, unknown> & { user?: string; image?: string; environment?: Record<string, string> };
const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), "utf8");
const services = Object.entries((parse(read("compose.yaml")) as { services: Record<string, Service> }).services);

test.each(services)("%s has no more rights than it needs, and limits", (_, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    mem_limit: expect.stringMatching(/^\d+[mg]$/),
    pids_limit: expect.any(Number),
    restart: "unless-stopped",
    tmpfs: expect.arrayContaining([expect.stringMatching(/^\/tmp/)]),
  });
});

test.each(services)(
  "%s has a health check, runs as its own account, and names the version of its image",
  (name, service) => {
    expect(service.healthcheck).toBeDefined();
    if (name === "product") return expect(read("Containerfile")).toMatch(/^USER 10001:10001$/m);
    expect(service.user).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    expect(service.image).toMatch(/:v?\d+\.\d+/);
  },
);

test("no secret is in the image, the compose file or what is sent to the builder", () => {
  const secret = /(PASSWORD|SECRET|KEY)\w*\s*[:=]\s*\S/;
  const lines = `${read("compose.yaml")}\n${read("Containerfile")}`.split("\n");
  expect(lines.filter((line) => secret.test(line) && !/_FILE: \/run\/secrets\//.test(line))).toEqual([]);
  expect(read("../../.containerignore").split("\n")).toEqual(expect.arrayContaining([".env", ".git", "data"]));
});

test("the product has time to stop, and is reachable from this machine only", () => {
  const product = Object.fromEntries(services).product;
  expect(product).toMatchObject({ stop_grace_period: "50s", ports: ["127.0.0.1:3000:3000"] });
});
