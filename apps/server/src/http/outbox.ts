import { desc } from "drizzle-orm";
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Deps } from "../context.ts";
import type { Db } from "../db/connect.ts";
import { outbox } from "../db/tables/house.ts";
import { readInstitute } from "../institute.ts";
import type { AnyMailKind } from "../mail/kind.ts";
import { writeSamples } from "../mail/samples.ts";
import type { ReadMailLogo } from "../mail.ts";
import type { AppEnv } from "./env.ts";
import { mailFrame, mailPage, mailPagePolicy, samplePage } from "./mail-pages.ts";

type Options = { mails: AnyMailKind[]; readMailLogo: ReadMailLogo };

/**
 * Lists what the local mail and SMS adapters "sent", newest first, and shows every kind of mail with sample data. Mounted only
 * while one of these adapters is in use.
 */
export function mountOutbox(app: Hono<AppEnv>, deps: Deps, { mails, readMailLogo }: Options): void {
  const { db, publicUrl } = deps;
  const policy = { "content-security-policy": mailPagePolicy };
  app.get("/dev/outbox.json", async (c) => {
    const messages = await newest(db);
    return c.json(
      messages.map(({ id, subject, html: markup, attachments, ...rest }) => ({
        ...rest,
        ...(attachments.length > 0 ? { attachments } : {}),
        ...(subject === null ? {} : { subject }),
        ...(markup === null ? {} : { html: markup }),
      })),
    );
  });
  app.get("/dev/outbox", async (c) => {
    const rows = (await newest(db)).map(message);
    const lead = "Mails and text messages that would have been sent, newest first.";
    return c.html(mailPage("Outbox", lead, rows.length > 0 ? rows : html`<p>Nothing yet.</p>`), 200, policy);
  });
  app.get("/dev/mails", async (c) => {
    const institute = await readInstitute(db);
    const samples = writeSamples(mails, { institute, publicUrl, logo: await readMailLogo(deps, institute) });
    return c.html(samplePage(samples), 200, policy);
  });
}

function message({ kind, to, at, subject, text, html: markup, attachments }: typeof outbox.$inferSelect) {
  const files = attachments.map(({ name, size }) => html`<p>Attached: ${name}, ${Math.ceil(size / 1024)} KB</p>`);
  const words = html`<pre>${text}</pre>`;
  const body = markup
    ? html`<details><summary>Show the mail</summary>${mailFrame(markup, { title: subject ?? "", width: 640 })}</details><details><summary>Text part</summary>${words}</details>`
    : words;
  return html`<article><h2>${subject ?? (kind === "whatsapp" ? "WhatsApp" : "SMS")}</h2><p>${kind} to <b>${to}</b>, ${at.toISOString()}</p>${body}${files}</article>`;
}

function newest(db: Db) {
  return db.select().from(outbox).orderBy(desc(outbox.at)).limit(200);
}
