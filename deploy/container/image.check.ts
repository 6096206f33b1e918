// The image that `npm run deploy:check` has built, started as the compose file starts it, before a PostgreSQL of its own.
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { otherPostgres } from "../../apps/server/src/test/other-postgres.ts";
import { atEnd, type Child, endAll, freePort, startChild, temporaryFolder, waitUntil } from "../../faults/children.ts";
import { json, send } from "../../faults/http.ts";

const image = process.env.IMAGE_ROOT;

describe.skipIf(!image)("the image, read-only and as its account", () => {
  let product: Child;
  let url: string;
  let databaseUrl: string;
  const post = async (path: string, body: object) => json(await send(url, { method: "POST", path, body }));

  beforeAll(async () => {
    const database = await otherPostgres();
    atEnd(() => database.stop());
    databaseUrl = database.url;
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    product = startImage({ PORT: String(port), HOST: "127.0.0.1", DATABASE_URL: databaseUrl, DEMO: "1" });
    const isUp = async () => product.hasEnded() || (await send(url, { path: "/readyz" })).status === 200;
    await waitUntil(isUp, { seconds: 110, what: "the image is up" });
  });
  afterAll(endAll);

  test("it has neither rights nor a word to say about files that it could not write", () => {
    const status = readFileSync(`/proc/${product.pid}/status`, "utf8");
    expect(status).toMatch(/^Uid:\t10001\t/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(product.output()).not.toMatch(/EROFS|EACCES|EPERM/);
  });

  test("it serves a public page with its picture", async () => {
    const page = await send(url, { path: "/" });
    expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining("</html>")]);
    const [picture = ""] = /\/pictures\/[\w/.-]+/.exec(String(page.body)) ?? [];
    expect((await send(url, { path: picture })).status).toBe(200);
  });

  test.each(["pdf", "png"])("it draws a certificate as %s", async (kind) => {
    const isDrawn = async () => (await send(url, { path: `/api/certificate/${kind}/OCNST00001` })).status === 200;
    await waitUntil(isDrawn, { seconds: 50, what: `a certificate as ${kind}` });
  });

  test("somebody signs up with a code, and is signed in", async () => {
    const mobileNumber = "9876500001";
    await post("/api/user/otp", { mobileNumber });
    const verified = await post("/api/user/otp/verify", { mobileNumber, code: await readCode(mobileNumber) });
    const { token } = await post("/api/user/create", {
      firstName: "Kavya",
      lastName: "Raman",
      gender: "female",
      dateOfBirth: "2000-02-29",
      occupation: "student",
      instOrOrg: "Anna University",
      email: "kavya@example.com",
      mobileNumber,
      ticket: verified.ticket,
    });
    const read = { method: "POST", path: "/api/user/sessions", body: {} };
    expect((await send(url, { ...read, headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await send(url, read)).status).toBe(401);
  });

  test("it stops with 0", async () => {
    product.kill("SIGTERM");
    expect(await product.ended).toEqual({ code: 0, signal: null });
  });

  async function readCode(mobileNumber: string): Promise<string> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    let code = "";
    const isThere = async () => {
      const { rows } = await client.query(`select text from outbox where kind = 'sms' and "to" like $1`, [
        `%${mobileNumber}`,
      ]);
      code = /^\d{6}/.exec(rows[0]?.text ?? "")?.[0] ?? "";
      return code !== "";
    };
    await waitUntil(isThere, { seconds: 30, what: "the code is in the outbox" }).finally(() => client.end());
    return code;
  }
});

/** Our tests have no container engine: mounts of its own, the image read-only but for its data and `/tmp`, no capability, no way to get one. */
function startImage(settings: Record<string, string>): Child {
  const data = `${temporaryFolder()}/data`;
  mkdirSync(data);
  chownSync(data, 10001, 10001);
  const mounts = [
    'mount --bind "$0" "$0"',
    'mount -o remount,bind,ro "$0"',
    'mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"',
    'mount --bind "$1" "$0/data"',
    'mount --rbind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    "shift",
    'exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid chroot --userspec=10001:10001 "$0" "$@"',
  ].join(" && ");
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", NODE_ENV: "production", DATA_DIR: "/data", ...settings };
  const set = Object.entries({ ...env, NODE_COMPILE_CACHE: "/tmp/compiled" }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const start = ["env", "--ignore-environment", "--chdir=/opt/shoreline", ...set, "node", "scripts/start.mjs"];
  return startChild({ file: "unshare", args: ["--mount", "sh", "-c", mounts, image ?? "", data, ...start] });
}
