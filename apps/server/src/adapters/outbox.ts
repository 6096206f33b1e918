import type { Db } from "../db/connect.ts";
import { outbox } from "../db/tables/house.ts";
import type { Mailer, MessageSender } from "../ports.ts";
import { oneLine, soleAddress } from "./mail-header.ts";

export function outboxMailer(db: Db): Mailer {
  return {
    async send({ to, subject, text, html, messageId, replyTo, attachments: files = [] }) {
      // The real adapter refuses it, so this one does too.
      if (replyTo !== undefined) soleAddress(replyTo);
      const attachments = files.map(({ name, bytes }) => ({ name, size: bytes.byteLength }));
      const mail = { to: soleAddress(to), subject: oneLine(subject), text, html, attachments, messageId };
      await db
        .insert(outbox)
        .values({ kind: "mail", ...mail })
        .onConflictDoNothing();
    },
  };
}

export function outboxMessages(db: Db, kind: "sms" | "whatsapp"): MessageSender {
  return {
    async send({ to, text }) {
      const [stored] = await db.insert(outbox).values({ kind, to, text }).returning({ id: outbox.id });
      return { providerId: stored?.id ?? null };
    },
  };
}
