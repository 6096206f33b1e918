import { createHash } from "node:crypto";
import { errors, Refusal } from "@shoreline/contract";
import { html, raw } from "hono/html";

/** The browser's own colours, by day and by night: they suit every institute. */
const style =
  ":root{color-scheme:light dark}body{font:18px/1.5 system-ui,sans-serif;max-width:32rem;margin:18vh auto;padding:0 1.25rem}";
const styleHash = createHash("sha256").update(style).digest("base64");

/** A browser without scripts shows the answer to its form, so it gets the message of a call, or of a refusal, as a page. */
export async function answerAsPage(answer: () => Promise<Response>): Promise<Response> {
  try {
    const { message } = (await (await answer()).json()) as { message: string };
    return messagePage(message, 200);
  } catch (error) {
    return refusalAsPage(error);
  }
}

export async function refusalAsPage(error: unknown): Promise<Response> {
  if (!(error instanceof Refusal)) throw error;
  return messagePage(error.message, errors[error.code].status);
}

async function messagePage(message: string, status: number): Promise<Response> {
  const page =
    await html`<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${message}</title><style>${raw(style)}</style></head><body><h1>${message}</h1><p><a href="/">Back to our website</a></p></body></html>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
  };
  return new Response(String(page), { status, headers });
}
