import { describe, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { testInstitute } from "../test/institute.ts";
import { newNumber } from "../test/learner.ts";

const institute = await testInstitute();
const visitor = institute.visitor();
const subscribe = "/api/subscribed/user/add";
const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { "content-type": "application/json" },
) => visitor.request(subscribe, { method: "POST", body, headers });

async function refusal(response: Response) {
  const body = (await response.json()) as {
    error: string;
    code: string;
    fields?: Record<string, string>;
    requestId?: string;
  };
  expect(body.error).toMatch(/\w/);
  return { status: response.status, ...body };
}

describe("addresses", () => {
  test.each(["/api/course", "/api/course/", "/api/course/python", "/api/course/python/"])(
    "%s answers",
    async (path) => {
      expect((await visitor.request(path)).status).toBe(200);
    },
  );

  test.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/course/a/b",
    "/dev/outbox",
    "/dev/outbox.json",
    "/dev/mails",
    "/nothing",
  ])("%s answers 404 in JSON", async (path) => {
    expect(await refusal(await visitor.request(path))).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("a wrong method is answered 405 with the methods that work", async () => {
    const response = await visitor.request("/api/course/", { method: "DELETE" });
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(await refusal(response)).toMatchObject({ status: 405, code: "METHOD_NOT_ALLOWED" });
    expect((await visitor.request(subscribe)).headers.get("allow")).toBe("POST");
    for (const path of ["/api/openapi.json", "/api/docs"])
      expect((await visitor.request(path, { method: "POST" })).status).toBe(405);
  });

  test("HEAD answers like GET but without a body", async () => {
    const response = await visitor.request("/api/course", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});

describe("the outbox, the local gateway and metrics", () => {
  const { app } = institute.build({ hasOutbox: true });
  const from = (url: string, { headers = {}, remoteAddress = "127.0.0.1" } = {}) =>
    app.request(url, { headers }, { incoming: { socket: { remoteAddress }, headers } as never });
  const paths = ["/dev/outbox", "/dev/outbox.json", "/dev/mails", "/dev/gateway/checkout.js", "/metrics"];

  test.each(paths)("%s answers this machine under its own names", async (path) => {
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"])
      expect((await from(`http://${host}${path}`)).status).toBe(200);
  });

  test.each(paths)("%s is missing under any other name, behind a proxy and for other machines", async (path) => {
    for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.1.5:3000"])
      expect([host, (await from(`http://${host}${path}`)).status]).toEqual([host, 404]);
    for (const host of ["evil.example", "2130706433", "localhost.evil.example:80"])
      expect([host, (await from(`http://localhost:3000${path}`, { headers: { host } })).status]).toEqual([host, 404]);
    for (const name of [
      "cf-connecting-ip",
      "x-client-ip",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-real-ip",
      "forwarded",
      "via",
    ]) {
      const { status } = await from(`http://localhost:3000${path}`, { headers: { [name]: "127.0.0.1" } });
      expect([name, status]).toEqual([name, 404]);
    }
    expect((await from(`http://localhost${path}`, { remoteAddress: "192.168.1.5" })).status).toBe(404);
  });

  test("a demonstration shows them to everybody, except metrics", async () => {
    const demo = buildApp({ ...institute.deps, isDemo: true }, { hasOutbox: true }).app;
    expect((await demo.request("https://demo.example/dev/outbox")).status).toBe(200);
    expect((await demo.request("https://demo.example/metrics")).status).toBe(404);
  });
});

describe("bodies", () => {
  test.each(["", "{", "[]", "null", '"text"', "{'email':1}", "\u0000"])("%j is not a JSON object", async (body) => {
    expect(await refusal(await post(body))).toMatchObject({ status: 400, code: "MALFORMED_JSON" });
  });

  test("bytes that are not UTF-8 are malformed", async () => {
    const response = await post(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]));
    expect(await refusal(response)).toMatchObject({ status: 400, code: "MALFORMED_JSON" });
  });

  test.each([{}, { "content-type": "text/plain" }, { "content-type": "application/x-www-form-urlencoded" }])(
    "the content type %j is refused",
    async (headers) => {
      expect(await refusal(await post("{}", headers as Record<string, string>))).toMatchObject({ status: 415 });
    },
  );

  test("a charset in the content type is accepted", async () => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await post('{"email":"charset@example.com"}', headers)).status).toBe(200);
  });

  test("a body over 1 MB is refused, with or without a content length", async () => {
    const big = JSON.stringify({ email: "x".repeat(1_048_576) });
    expect(await refusal(await post(big))).toMatchObject({ status: 413, code: "BODY_TOO_LARGE" });
    const withoutLength = new Blob([big]).stream();
    const init = {
      method: "POST",
      body: withoutLength,
      duplex: "half",
      headers: { "content-type": "application/json" },
    };
    expect(await refusal(await visitor.request(subscribe, init as RequestInit))).toMatchObject({ status: 413 });
  });

  test("an error names wrong and missing fields; unknown fields are ignored", async () => {
    expect(await refusal(await post("{}"))).toMatchObject({
      code: "INVALID_INPUT",
      fields: { email: expect.any(String) },
    });
    expect(await refusal(await post('{"email":{"$gt":""}}'))).toMatchObject({ fields: { email: expect.any(String) } });
    expect((await post('{"email":"x@example.com","headers":{"a":1},"__proto__":{"b":2}}')).status).toBe(200);
  });

  test.each(["nul\\u0000@example.com", "half\\ud800@example.com"])(
    "%s cannot be stored, and the error names the field",
    async (email) => {
      expect(await refusal(await post(`{"email":"${email}"}`))).toMatchObject({
        status: 400,
        fields: { email: expect.any(String) },
      });
    },
  );

  test("a deeply nested body is refused and does no harm", async () => {
    expect((await refusal(await post(`{"email":${"[".repeat(200_000)}${"]".repeat(200_000)}}`))).status).toBe(400);
  });
});

describe("every answer", () => {
  test("carries its own request id and the security headers", async () => {
    const [a, b] = await Promise.all([visitor.request("/api/course"), visitor.request("/api/nothing")]);
    expect(a.headers.get("x-request-id")).toMatch(/^[\w-]{12}$/);
    expect(a.headers.get("x-request-id")).not.toBe(b.headers.get("x-request-id"));
    for (const response of [a, b]) {
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(response.headers.get("permissions-policy")).toContain("camera=()");
      expect(response.headers.get("strict-transport-security")).toBeNull();
    }
  });

  test("asks the browser to stay on https when the public address is https", async () => {
    const { buildApp } = await import("../app.ts");
    const { app } = buildApp({ ...institute.deps, publicUrl: "https://www.example.com" });
    expect((await app.request("/healthz")).headers.get("strict-transport-security")).toContain("max-age=31536000");
  });

  test("a bug is answered with its request id, the same as in the log, and no details", async () => {
    const { buildApp } = await import("../app.ts");
    const broken = { ...institute.deps, db: null as never };
    const response = await buildApp(broken).app.request("/api/course");
    const body = await refusal(response);
    expect(body).toEqual({
      status: 500,
      code: "INTERNAL",
      error: expect.any(String),
      requestId: response.headers.get("x-request-id"),
    });
    expect(institute.logged).toContainEqual(
      expect.objectContaining({ msg: "request failed", requestId: body.requestId }),
    );
  });
});

describe("logs", () => {
  test("hold the id, the route and the status, and no personal data", async () => {
    institute.logged.length = 0;
    const response = await post('{"email":"secret.person@example.com"}');
    await visitor.request("/api/course/9876543210?token=abcdefghijklmnopqrstuvwxyz0123456789");
    const lines = JSON.stringify(institute.logged);
    expect(institute.logged[0]).toMatchObject({
      requestId: response.headers.get("x-request-id"),
      route: subscribe,
      status: 200,
    });
    expect(lines).not.toMatch(/secret\.person|9876543210|abcdefghij/);
  });

  test("a failing query is logged without its values", async () => {
    institute.logged.length = 0;
    const { buildApp } = await import("../app.ts");
    const { openDatabase } = await import("../db/connect.ts");
    const elsewhere = openDatabase({ ...institute.connection, database: "postgres" });
    const { app } = buildApp({ ...institute.deps, ...elsewhere });
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"email":"secret.person@example.com"}',
    };
    expect((await app.request(subscribe, init)).status).toBe(500);
    expect(JSON.stringify(institute.logged)).toContain("request failed");
    expect(JSON.stringify(institute.logged)).not.toContain("secret.person");
    await elsewhere.pool.end();
  });
});

describe("for programs and operators", () => {
  test("the contract is published, with a readable reference beside it", async () => {
    const document = await (await visitor.request("/api/openapi.json")).json();
    expect(document).toMatchObject({
      openapi: "3.1.0",
      paths: { "/api/subscribed/user/add": { post: expect.anything() } },
    });
    const page = await visitor.request("/api/docs");
    expect(await page.text()).toContain("swagger-ui-bundle.js");
    expect((await visitor.request("/api/docs/swagger-ui-bundle.js")).status).toBe(200);
    expect((await visitor.request("/api/docs/..%2fpackage.json")).status).toBe(404);
  });

  test("metrics are open to this machine and to holders of the key only", async () => {
    const metricsKey = "a-key-of-16-chars-or-more";
    const { app } = institute.build({ metricsKey });
    const ask = (init: RequestInit, remoteAddress: string) =>
      app.request("/metrics", init, { incoming: { socket: { remoteAddress } } as never });
    expect((await ask({}, "127.0.0.1")).status).toBe(200);
    expect((await ask({ headers: { "x-forwarded-for": "8.8.8.8" } }, "127.0.0.1")).status).toBe(404);
    expect((await ask({}, "203.0.113.5")).status).toBe(404);
    expect((await ask({ headers: { authorization: "Bearer wrong-key-of-16-chars-x" } }, "203.0.113.5")).status).toBe(
      404,
    );
    await visitor.account.sendCode({ mobileNumber: newNumber() });
    const text = await (await ask({ headers: { authorization: `Bearer ${metricsKey}` } }, "203.0.113.5")).text();
    expect(text).toContain('shoreline_jobs{state="failed"} 0');
    expect(text).toMatch(/shoreline_messages\{channel="sms",state="accepted"\} [1-9]/);
  });

  test("/readyz answers 503 while the product is not ready", async () => {
    const { app } = institute.build({ readHealth: async () => ({ state: "not ready", notes: ["database: away"] }) });
    const stranger = { incoming: { socket: { remoteAddress: "203.0.113.5" }, headers: {} } as never };
    const answer = await app.request("/readyz", {}, stranger);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toBe("not ready"); // the notes are for operators
    expect((await visitor.request("/readyz")).status).toBe(200);
    expect(await (await visitor.request("/healthz")).text()).toBe("ok");
  });
});
