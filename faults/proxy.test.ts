import { once } from "node:events";
import net from "node:net";
import { afterAll, expect, test } from "vitest";
import { endAll } from "./children.ts";
import { startProxy } from "./proxy.ts";

afterAll(endAll);

/** A server that answers every line with the same line, and a proxy in front of it. */
async function open() {
  const echo = net.createServer((socket) => socket.on("error", () => {}).pipe(socket)).listen(0, "127.0.0.1");
  await once(echo, "listening");
  const proxy = await startProxy({ port: (echo.address() as net.AddressInfo).port });
  const connect = () =>
    net
      .connect(proxy.port, "127.0.0.1")
      .setEncoding("utf8")
      .on("error", () => {});
  return { proxy, connect };
}

async function ask(socket: net.Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = await once(socket, "data");
  return answer;
}

test("a connection that is cut ends with a reset, and a refused one too", async () => {
  const { proxy, connect } = await open();
  const socket = connect();
  expect(await ask(socket, "one")).toBe("one");
  proxy.set("refuse");
  proxy.cut();
  expect(await once(socket, "error")).toMatchObject([{ code: "ECONNRESET" }]);
  expect(await once(connect(), "error")).toMatchObject([{ code: "ECONNRESET" }]);
  proxy.set("pass");
  expect(await ask(connect(), "two")).toBe("two");
});

test("a connection that went silent stays so, and new ones work when the network is back", async () => {
  const { proxy, connect } = await open();
  const old = connect();
  const heard: string[] = [];
  expect(await ask(old, "one")).toBe("one");
  old.on("data", (text) => heard.push(String(text)));
  proxy.set("half-open");
  const during = connect();
  await once(during, "connect");
  for (const socket of [old, during]) socket.write("two");
  proxy.set("pass");
  expect(await ask(connect(), "three")).toBe("three");
  old.write("four");
  expect(await ask(connect(), "five")).toBe("five");
  expect([heard, old.destroyed, during.destroyed]).toEqual([[], false, false]);
});
