import { desc } from "drizzle-orm";
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Db } from "../db/connect.ts";
import { outbox } from "../db/tables/house.ts";
import type { AppEnv } from "./env.ts";

/** Lists what the local mail and SMS adapters "sent", newest first. Mounted only while one of them is in use. */
export function mountOutbox(app: Hono<AppEnv>, { db }: { db: Db }): void {
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
    const messages = await newest(db);
    const rows = messages.map(
      (m) =>
        html`<article><h2>${m.subject ?? (m.kind === "whatsapp" ? "WhatsApp" : "SMS")}</h2><p>${m.kind} to <b>${m.to}</b>, ${m.at.toISOString()}</p><pre>${m.text}</pre>${m.attachments.map(({ name, size }) => html`<p>Attached: ${name}, ${Math.ceil(size / 1024)} KB</p>`)}</article>`,
    );
    const style =
      "body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}article{border-top:1px solid #8888;padding:.5rem 0}h2{font-size:1.1rem;margin:0}p{margin:.2rem 0;opacity:.8}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}";
    const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Outbox</title><link rel="icon" href="data:,"><style>${style}</style></head><body><h1>Outbox</h1><p>Mails and text messages that would have been sent, newest first.</p>${rows.length ? rows : html`<p>Nothing yet.</p>`}</body></html>`;
    return c.html(page, 200, {
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    });
  });
}

function newest(db: Db) {
  return db.select().from(outbox).orderBy(desc(outbox.at)).limit(200);
}
