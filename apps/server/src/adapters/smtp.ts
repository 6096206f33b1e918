import { createTransport } from "nodemailer";
import type { Mail, Mailer } from "../ports.ts";
import { oneLine, soleAddress } from "./mail-header.ts";

/** The query of `url` may set any option of nodemailer: `smtp://mail.example:587/?requireTLS=true`. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send(mail) {
      const message = compose(mail);
      try {
        await transport.sendMail({ from, ...message });
      } catch (error) {
        // A new error, without the cause: nodemailer's own carries the address in several fields.
        throw new Error(`Mail not sent: ${withoutAddresses(error, mail.to)}`);
      }
    },
    close: () => transport.close(),
  };
}

function compose({ to, subject, text, html, messageId, replyTo, unsubscribeUrl, attachments }: Mail) {
  return {
    to: { name: "", address: soleAddress(to) },
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    ...(messageId !== undefined && { messageId: oneLine(messageId) }),
    ...(replyTo !== undefined && { replyTo: { name: "", address: soleAddress(replyTo) } }),
    ...(attachments !== undefined && {
      attachments: attachments.map(({ name, type, bytes }) => ({
        filename: oneLine(name),
        contentType: type,
        content: Buffer.from(bytes),
      })),
    }),
    ...(unsubscribeUrl !== undefined && {
      headers: {
        "List-Unsubscribe": `<${oneLine(unsubscribeUrl)}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  };
}

/** Servers quote the address in their answer, or only the part before the @. */
function withoutAddresses(error: unknown, to: string): string {
  const mailbox = to.slice(0, to.lastIndexOf("@")).toLowerCase();
  const isPersonal = (word: string) => word.includes("@") || word.replace(/\.+$/, "").toLowerCase() === mailbox;
  const answer = error instanceof Error ? error.message : String(error);
  return answer.replace(/[^\s<>()[\],;:"'`]+/g, (word) => (isPersonal(word) ? "…" : word));
}
