import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

type Delivery = { recipients: string[]; raw: string; email: Email };

/** A local mail server that records deliveries and refuses `nobody.here` with the text `refusal`. */
export async function startSmtp({ refusal = "550 No" } = {}) {
  const deliveries: Delivery[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, answer) {
      if (!address.startsWith("nobody.here@")) return answer();
      answer(Object.assign(new Error(refusal), { responseCode: 550 }));
    },
    onData(stream, session, answer) {
      const parts: Buffer[] = [];
      stream.on("data", (part) => parts.push(part));
      stream.on("end", async () => {
        const bytes = Buffer.concat(parts);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        deliveries.push({ recipients, raw: bytes.toString("latin1"), email: await PostalMime.parse(bytes) });
        answer();
      });
    },
  });
  server.on("error", () => {}); // tests disconnect on purpose
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { url: `smtp://127.0.0.1:${port}`, deliveries, close };
}
