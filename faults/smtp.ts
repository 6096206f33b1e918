import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Mail } from "./audit-mails.ts";
import { atEnd } from "./children.ts";

/** `isCut(n)`: the connection breaks after the n-th mail has arrived, before the server says so. */
type Mood = { delayInMs: number; isCut(mail: number): boolean };

/** A mail server on loopback that records what arrives, and can be slow or break off at the worst moment. */
export async function startSmtp() {
  const mails: Mail[] = [];
  const seen = { cuts: 0, unanswered: 0 };
  let mood: Mood = { delayInMs: 0, isCut: () => false };

  async function take(socket: net.Socket, to: string, raw: string) {
    const mail = parse(to, raw);
    mails.push(mail);
    const isCut = mood.isCut(mails.length);
    seen.unanswered++;
    await sleep(mood.delayInMs);
    seen.unanswered--;
    if (isCut) {
      seen.cuts++;
      return void socket.resetAndDestroy();
    }
    if (socket.destroyed) return;
    mail.answeredAt = performance.now();
    socket.write("250 taken\r\n");
  }

  const server = net.createServer((socket) => {
    let waiting = "";
    let to = "";
    let isData = false;
    socket.on("error", () => {});
    socket.write("220 faults\r\n");
    socket.setEncoding("latin1");
    socket.on("data", (part) => {
      waiting += part;
      for (;;) {
        const end = waiting.indexOf(isData ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const text = waiting.slice(0, end);
        waiting = waiting.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          take(socket, to, text);
          continue;
        }
        const [verb = ""] = text.toUpperCase().split(" ");
        if (verb === "RCPT") to = /<(.*)>/.exec(text)?.[1] ?? "";
        isData = verb === "DATA";
        socket.write(answers[verb] ?? "250 fine\r\n");
        if (verb === "QUIT") socket.end();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  atEnd(() => server.close());
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Mails after which the connection broke, and those that wait for their answer. */
    seen,
    set(to: Partial<Mood>) {
      mood = { delayInMs: 0, isCut: () => false, ...to };
    },
  };
}

const answers: Record<string, string> = { DATA: "354 go on\r\n", QUIT: "221 bye\r\n", EHLO: "250 faults\r\n" };

/** Reads what the audit needs; attachments stay as they are. */
function parse(to: string, raw: string): Mail {
  const text = raw.replace(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(text)?.[1]?.trim() ?? "";
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(raw);
  const read = { subject: header("subject"), messageId: header("message-id"), text: isQuoted ? unquote(raw) : raw };
  return { to, ...read, answeredAt: null };
}

function unquote(raw: string): string {
  return raw
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
