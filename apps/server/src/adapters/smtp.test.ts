import net, { type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startSmtp } from "../test/smtp.ts";
import { smtpMailer } from "./smtp.ts";

const from = "Shoreline <hello@shoreline.example>";
const mail = { to: "asha@example.com", subject: "Your class", text: "At 6.", html: "<p>At 6.</p>" };

test("a mail carries text and html as alternatives, from our address", async () => {
  const { mailer, deliveries } = await open();
  await mailer.send(mail);
  expect(deliveries[0]?.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(deliveries[0]?.email.from).toEqual({ name: "Shoreline", address: "hello@shoreline.example" });
});

test("the message id is sent, so that mailboxes recognise a second delivery", async () => {
  const { mailer, deliveries } = await open();
  await mailer.send({ ...mail, messageId: "<receipt-1@shoreline.example>" });
  expect(deliveries[0]?.email.messageId).toBe("<receipt-1@shoreline.example>");
});

test("no field of a mail can add a header", async () => {
  const { mailer, deliveries } = await open();
  const evil = "x\r\nX-Evil: 1\r\n\r\nbody";
  await mailer.send({ ...mail, messageId: "<a@b>" });
  await mailer.send({ ...mail, subject: evil, messageId: evil });
  const [plain, attacked] = deliveries.map(({ email }) => email.headers.map(({ key }) => key));
  expect(attacked).toEqual(plain);
});

test.each([
  "5.1.1 <nobody.here@example.com>: Recipient address rejected",
  "5.1.1 Nobody.Here@EXAMPLE.com unknown",
  "5.1.1 no mailbox 'nobody.here' on this server",
  "5.1.1 we do not know nobody.here.",
])("the error of a refused mail quotes the server but no address: %s", async (refusal) => {
  const { mailer } = await open({ refusal });
  const error = await mailer.send({ ...mail, to: "nobody.here@example.com" }).catch((refused) => refused);
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toMatch(/550 5\.1\.1/);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/nobody\.here/i);
});

test("after a refusal the next mail is sent", async () => {
  const { mailer, deliveries } = await open();
  await expect(mailer.send({ ...mail, to: "nobody.here@example.com" })).rejects.toThrow();
  await mailer.send(mail);
  expect(deliveries).toHaveLength(1);
});

test("an unreachable server is an error with its reason", async () => {
  const { port, close } = await listen(() => {});
  await close();
  await expect(mailerFor(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toThrow("ECONNREFUSED");
});

test("a server that never sends its greeting is an error", async () => {
  const { port } = await listen(() => {});
  await expect(mailerFor(`smtp://127.0.0.1:${port}/?greetingTimeout=100`).send(mail)).rejects.toThrow(/greeting/i);
});

test("a server that stops answering midway is an error", async () => {
  const { port } = await listen((socket) => socket.write("220 hello\r\n"));
  await expect(mailerFor(`smtp://127.0.0.1:${port}/?socketTimeout=100`).send(mail)).rejects.toThrow(/timeout/i);
});

test("a server that always closes the connection is an error", async () => {
  const { port } = await listen((socket) => socket.destroy());
  await expect(mailerFor(`smtp://127.0.0.1:${port}/?maxRequeues=1`).send(mail)).rejects.toThrow(/connection/i);
});

test("a connection that was idle for too long is replaced", async () => {
  const { url, deliveries } = await open();
  const mailer = mailerFor(`${url}/?socketTimeout=400`);
  await mailer.send(mail);
  await sleep(800);
  await mailer.send(mail);
  expect(deliveries).toHaveLength(2);
});

test("a closed mailer refuses a mail at once", async () => {
  const { mailer } = await open();
  mailer.close();
  await expect(mailer.send(mail)).rejects.toThrow("closed");
});

async function open(options?: { refusal: string }) {
  const smtp = await startSmtp(options);
  onTestFinished(smtp.close);
  return { ...smtp, mailer: mailerFor(smtp.url) };
}

function mailerFor(url: string) {
  const mailer = smtpMailer({ url, from });
  onTestFinished(() => mailer.close());
  return mailer;
}

async function listen(onConnection: (socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    onConnection(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, close };
}
