import { createHash } from "node:crypto";
import { frameSources } from "@shoreline/domain/meeting";

/** On every answer, unless the answer brings its own. */
export function securityHeaders({ publicUrl }: { publicUrl: string }): [string, string][] {
  const headers: [string, string][] = [
    ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", permissions({ media: "()" })],
    // Payment windows talk back to the page that opened them.
    ["cross-origin-opener-policy", "same-origin-allow-popups"],
  ];
  if (publicUrl.startsWith("https:"))
    headers.push(["strict-transport-security", "max-age=31536000; includeSubDomains"]);
  return headers;
}

function permissions({ media, payment = "(self)" }: { media: string; payment?: string }): string {
  const seeing = ["camera", "microphone", "display-capture"].map((name) => `${name}=${media}`);
  return [...seeing, "geolocation=()", `payment=${payment}`, "usb=()", "browsing-topics=()"].join(", ");
}

/** A live class in a frame may see and hear its learner, if the learner says so. */
export function pagePermissions({ checkoutUrl = "" }: { checkoutUrl?: string } = {}): string {
  const media = `(self ${frameSources.map((source) => `"${source}"`).join(" ")})`;
  return permissions({
    media,
    ...(checkoutUrl.startsWith("https:") ? { payment: '(self "https://api.razorpay.com")' } : {}),
  });
}

/**
 * A page may run its own files and exactly the inline scripts it was rendered with; and where payments go to a provider
 * elsewhere, that provider's checkout, which writes styles into the page, draws itself in a frame of its own and posts to its
 * own house (decision 010). Live classes are framed likewise.
 */
export function pagePolicy(html: string, { checkoutUrl = "" }: { checkoutUrl?: string } = {}): string {
  const provider = checkoutUrl.startsWith("https:") ? "https://*.razorpay.com" : "";
  const hashes = [
    ...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, source = ""]) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")} ${provider}`.trim(),
    provider ? `style-src 'self' 'unsafe-inline' ${provider}` : "style-src 'self'",
    `img-src 'self' data: ${provider}`.trim(),
    ...(provider ? [`connect-src 'self' ${provider}`, `font-src 'self' data: ${provider}`] : []),
    `frame-src ${[...frameSources, provider].join(" ")}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${provider}`.trim(),
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The reference page's library writes its own styles. */
export const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Vite's development client writes styles and inline scripts that no hash can foresee. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' data: ws:; frame-ancestors 'none'";
