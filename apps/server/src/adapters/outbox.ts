import type { Db } from "../db/connect.ts";
import { outbox } from "../db/tables/house.ts";
import type { Mailer, SmsSender } from "../ports.ts";
import { oneLine, soleAddress } from "./mail-header.ts";

export function outboxMailer(db: Db): Mailer {
  return {
    async send({ to, subject, text, html, messageId, attachments: files = [] }) {
      const attachments = files.map(({ name, bytes }) => ({ name, size: bytes.byteLength }));
      const mail = { to: soleAddress(to), subject: oneLine(subject), text, html, attachments, messageId };
      await db
        .insert(outbox)
        .values({ kind: "mail", ...mail })
        .onConflictDoNothing();
    },
  };
}

export function outboxSms(db: Db): SmsSender {
  return {
    async send({ to, text }) {
      await db.insert(outbox).values({ kind: "sms", to, text });
    },
  };
}
