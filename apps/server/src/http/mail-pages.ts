import { html, raw } from "hono/html";
import type { SampleMail } from "../mail/samples.ts";

const style = `body{font:16px/1.5 system-ui;max-width:66rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
article{border-top:1px solid #8888;padding:1rem 0}h2{font-size:1.1rem;margin:0}p{margin:.2rem 0;opacity:.8;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;font-size:.9rem}summary{cursor:pointer}
.frames{display:flex;gap:1rem;flex-wrap:wrap;margin:.5rem 0}iframe{border:1px solid #8888;height:34rem;resize:both;max-width:100%}`;

/** Frames with `srcdoc` live under the policy of their page: no scripts, and nothing from elsewhere but the logo. */
export const mailPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

type Markup = ReturnType<typeof html>;

export function mailPage(title: string, lead: string, body: Markup | Markup[]) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${raw(style)}</style></head><body><h1>${title}</h1><p>${lead}</p>${body}</body></html>`;
}

/** A mail as it looks. Its scripts do not run; its links open in a new tab. */
export function mailFrame(markup: string, { title, width }: { title: string; width: number }) {
  const opened = markup.replace("<head>", '<head><base target="_blank">');
  return html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" title="${title}" width="${width}" srcdoc="${opened}"></iframe>`;
}

/** Every kind of mail at two widths, with its text part. */
export function samplePage(mails: SampleMail[]) {
  const links = mails.map(({ name }, n) => html`${n > 0 ? ", " : ""}<a href="#${name}">${name}</a>`);
  const lead = `${mails.length} kinds of mail with sample data, as they look and as text.`;
  return mailPage("Mails", lead, [html`<p>${links}</p>`, ...mails.map(sample)]);
}

function sample({ name, subject, text, html: markup, replyTo, unsubscribeUrl }: SampleMail) {
  const headers = { Subject: subject, "Reply-To": replyTo, "List-Unsubscribe": unsubscribeUrl };
  return html`<article id="${name}"><h2>${name}</h2>
${Object.entries(headers).map(([header, value]) => (value ? html`<p>${header}: <b>${value}</b></p>` : ""))}
<div class="frames">${[640, 320].map((width) => mailFrame(markup, { title: `${name}, ${width} pixels`, width }))}</div>
<details><summary>Text part</summary><pre>${text}</pre></details></article>`;
}
