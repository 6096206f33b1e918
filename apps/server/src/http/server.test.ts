import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { subscription } from "../db/tables/lead.ts";
import { testInstitute } from "../test/institute.ts";
import { freePort } from "../test/other-postgres.ts";
import { answerOf, openSocket } from "../test/socket.ts";
import { listen } from "./server.ts";

const institute = await testInstitute({ times: { idleMs: 300, totalMs: 900 } });
const port = Number(await freePort());
const http = await listen(institute.app, { host: "127.0.0.1", port });
afterAll(() => http.stop());

const head = (length: number) =>
  `POST /api/subscribed/user/add HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

test("a body that stalls is answered 408 and the connection is closed", async () => {
  const socket = await openSocket(port);
  socket.write(`${head(100)}{"email":`);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"BODY_TIMEOUT"/);
});

test("a body that arrives too slowly is answered 408 too", async () => {
  const socket = await openSocket(port);
  socket.write(head(10_000));
  const drip = setInterval(() => socket.write(" "), 100);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(drip);
});

test("a browser that disconnects midway leaves no row and no logged failure", async () => {
  institute.logged.length = 0;
  const before = await institute.db.$count(subscription);
  const socket = await openSocket(port);
  socket.write(`${head(100)}{"email":"gone@example.com"`);
  await sleep(50);
  socket.destroy();
  await sleep(500);
  expect(await institute.db.$count(subscription)).toBe(before);
  expect(institute.logged.filter((line) => line.msg === "request failed")).toEqual([]);
});

test("a body for the local payment gateway that stalls is answered 408 too", async () => {
  const socket = await openSocket(port);
  const path = "/dev/gateway/checkout/order_1/pay";
  const lines = [`POST ${path} HTTP/1.1`, "host: localhost", "content-type: application/json", "content-length: 100"];
  socket.write(`${lines.join("\r\n")}\r\n\r\n{`);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("a half-sent request gets its answer and its descriptor is freed, even if the client never hangs up", async () => {
  const other = Number(await freePort());
  const second = await listen(institute.app, { host: "127.0.0.1", port: other, headersTimeout: 200 });
  const sockets: net.Socket[] = [];
  for (let n = 0; n < 20; n++) {
    const socket = net.connect({ port: other, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    socket.resume();
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n");
    sockets.push(socket);
  }
  const open = () => new Promise<number>((done) => second.server.getConnections((_, count) => done(count)));
  await expect.poll(open).toBe(20);
  await expect.poll(open, { timeout: 10_000 }).toBe(0);
  for (const socket of sockets) socket.destroy();
  await second.stop();
});

test("headers of more than 8 kB are answered 431", async () => {
  const socket = await openSocket(port);
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(9000)}\r\n\r\n`);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 431 /);
});

test("a body announced as a gigabyte is refused before it is sent", async () => {
  const socket = await openSocket(port);
  socket.write(head(1_000_000_000));
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"BODY_TOO_LARGE"/);
});

test.each([
  "GET / HTTP/1.1\r\nhost: a b\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n",
  "NONSENSE\r\n\r\n",
  "GET / HTTP/1.1\r\nbad header\r\n\r\n",
  `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
])("a request that is not valid HTTP gets a JSON error", async (text) => {
  const socket = await openSocket(port);
  socket.write(text);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*x-request-id: [\w-]{12}[\s\S]*"error":/);
});

test("stopping waits for requests in progress", async () => {
  const other = Number(await freePort());
  const second = await listen(institute.app, { host: "127.0.0.1", port: other });
  const body = '{"email":"late@example.com"}';
  const socket = await openSocket(other);
  socket.write(head(body.length) + body.slice(0, 5));
  await sleep(50);
  const stopped = second.stop();
  socket.write(body.slice(5));
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
  await expect(openSocket(other)).rejects.toThrow("ECONNREFUSED");
});

test("while stopping, a connection that is open may still bring a request, and its answer closes it", async () => {
  const other = Number(await freePort());
  const second = await listen(institute.app, { host: "127.0.0.1", port: other });
  const ask = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
  const socket = await openSocket(other);
  socket.write(ask);
  await once(socket, "data");
  const stopped = second.stop();
  await sleep(300); // longer than a proxy needs to choose this connection
  socket.write(ask);
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*ok$/i);
  await stopped;
});

test("a process that drains still takes new connections, and every answer closes its connection", async () => {
  const other = Number(await freePort());
  const second = await listen(institute.app, { host: "127.0.0.1", port: other, drainSeconds: 1, lingerMs: 0 });
  const stopped = second.stop();
  const answer = await fetch(`http://127.0.0.1:${other}/healthz`);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  await stopped;
  await expect(openSocket(other)).rejects.toThrow("ECONNREFUSED");
});

test("a port in use is reported in one line", async () => {
  await expect(listen(institute.app, { host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} is in use. Stop the program that uses it, or set PORT to another number.`,
  );
});
