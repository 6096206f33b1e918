import { createHmac } from "node:crypto";
import type * as dns from "node:dns";
import { expect, test } from "vitest";
import { isAllowedUrl, isPublicAddress } from "../../outside/addresses.ts";
import { startReceiver } from "../../test/receiver.ts";
import { post, signedHeaders } from "./send.ts";

const receiver = await startReceiver();
const here = { mayBeLocal: true };
const away = { mayBeLocal: false };
const message = { url: receiver.url, headers: { "content-type": "application/json" }, body: "{}" };

test("the signature is the one of Standard Webhooks", () => {
  // Computed apart from the product: HMAC-SHA256 with the decoded secret over id, time and body.
  const key = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
  const body = '{"test": 2432232314}';
  const headers = signedHeaders({
    ...{ id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
    at: new Date(1614265330_999),
  });
  expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  const signed = createHmac("sha256", key).update(`msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.${body}`).digest("base64");
  expect(headers).toMatchObject({ "webhook-timestamp": "1614265330", "webhook-signature": `v1,${signed}` });
});

test.each([
  ["https://hooks.example.com/a?b=c", true],
  ["https://hooks.example.com:8443/a", true],
  ["https://93.184.216.34/", true],
  ["https://[2606:2800:220:1:248:1893:25c8:1946]/", true],
  ["http://hooks.example.com/", false],
  ["ftp://hooks.example.com/", false],
  ["javascript:alert(1)", false],
  ["https://user:pass@hooks.example.com/", false],
  ["https://localhost/", false],
  ["https://localhost./", false],
  ["https://intranet/", false],
  ["https://printer.local/", false],
  ["https://metadata.google.internal/", false],
  ["https://127.0.0.1/", false],
  ["https://2130706433/", false],
  ["https://0x7f.1/", false],
  ["https://0/", false],
  ["https://169.254.169.254/latest/meta-data", false],
  ["https://[::1]/", false],
  ["https://[::ffff:127.0.0.1]/", false],
  ["https://[fd00::1]/", false],
  ["nonsense", false],
])("%s is allowed: %s", (url, isAllowed) => {
  expect(isAllowedUrl(url, away)).toBe(isAllowed);
});

test("programs on this machine are allowed where the product runs locally, and other networks are not", () => {
  for (const url of ["http://localhost:3000/", "http://127.0.0.1/", "http://[::1]/", "https://localhost/"])
    expect([url, isAllowedUrl(url, here)]).toEqual([url, true]);
  for (const url of ["http://10.0.0.1/", "https://192.168.1.1/", "http://example.com/", "ftp://localhost/"])
    expect([url, isAllowedUrl(url, here)]).toEqual([url, false]);
});

test.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"],
  ...["172.31.255.255", "192.0.0.1", "192.168.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...[
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::a00:1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
  ],
  ...["ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "nonsense", ""],
])("the address %j is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "8.8.8.8",
  "93.184.216.34",
  "172.32.0.1",
  "100.128.0.1",
  "2606:2800:220:1:248:1893:25c8:1946",
  "2a00:1450::1",
])("the address %j is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

/** A name server that leads to these addresses. */
const leadingTo = (...addresses: string[]) =>
  ((_host: string, _options: unknown, done: (error: null, found: dns.LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )) as unknown as typeof dns.lookup;

test.each([["127.0.0.1"], ["::1"], ["10.0.0.1"], ["93.184.216.34", "127.0.0.1"]])(
  "a public name that leads to %s is not connected to",
  async (...addresses) => {
    const before = receiver.connections();
    const url = `https://hooks.example.com:${receiver.port}/`;
    const answer = await post({ ...message, url }, { ...away, resolve: leadingTo(...addresses) });
    expect(answer).toEqual({ status: null, problem: "The address does not lead to a public server." });
    expect(receiver.connections()).toBe(before);
  },
);

test("an address within is refused also when it was stored before, without a connection", async () => {
  const before = receiver.connections();
  expect((await post(message, away)).problem).toBe("The address does not lead to a public server.");
  expect(receiver.connections()).toBe(before);
});

test("every answer from 200 to 299 counts as delivered, and no other", async () => {
  for (const status of [200, 201, 202, 204, 299]) {
    receiver.answerStatus(status);
    expect(await post(message, here)).toEqual({ status, problem: null });
  }
  receiver.answerStatus(400, "bad\u0000 \n signature");
  expect(await post(message, here)).toEqual({ status: 400, problem: "The address answered 400: bad signature" });
  receiver.answerStatus(500);
  expect(await post(message, here)).toEqual({ status: 500, problem: "The address answered 500." });
});

test("a redirect is not followed", async () => {
  receiver.received.length = 0;
  receiver.answerWith((response) => void response.writeHead(307, { location: "/elsewhere" }).end());
  const answer = await post(message, here);
  expect(answer).toEqual({ status: 307, problem: "The address answered 307. Redirects are not followed." });
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
});

test("who does not answer in time has failed, and who has answered has not, although the answer never ends", async () => {
  receiver.answerWith(() => {});
  expect(await post(message, { ...here, timeoutInMs: 200 })).toEqual({
    status: null,
    problem: "There was no answer within 0.2 seconds.",
  });
  receiver.answerWith((response) => void response.writeHead(200).write("and"));
  // A busy machine needs more than a moment to answer.
  expect(await post(message, { ...here, timeoutInMs: 2000 })).toEqual({ status: 200, problem: null });
});

test("of an endless answer only the beginning is read", async () => {
  let isCut = false;
  let sent = 0;
  receiver.answerWith((response) => {
    response.writeHead(500);
    response.on("close", () => {
      isCut = true;
    });
    const write = () => {
      while (!isCut && sent < 1e9) {
        sent += 65_536;
        if (!response.write("x".repeat(65_536))) return response.once("drain", write);
      }
      return response;
    };
    write();
  });
  const { status, problem } = await post(message, here);
  expect(status).toBe(500);
  expect(problem).toBe(`The address answered 500: ${"x".repeat(200)}`);
  await expect.poll(() => isCut).toBe(true);
  expect(sent).toBeLessThan(1e8);
});

test("a cut connection, a closed port and a switch of protocols have plain reasons", async () => {
  receiver.answerWith((response) => void response.destroy());
  expect((await post(message, here)).problem).toBe("The server cut the connection.");
  receiver.answerWith((response) => {
    response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n");
  });
  expect((await post(message, here)).problem).not.toBeNull();
  expect((await post({ ...message, url: "http://127.0.0.1:1/" }, here)).problem).toBe(
    "The server refused the connection.",
  );
});

test("an encrypted address whose server does not encrypt is refused", async () => {
  const before = receiver.received.length;
  expect(await post({ ...message, url: `https://localhost:${receiver.port}/` }, here)).toEqual({
    status: null,
    problem: "The server does not answer in https.",
  });
  expect(receiver.received).toHaveLength(before);
});
