import { frameSources } from "@shoreline/domain/meeting";

/** Goes on every answer that does not set its own. */
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
  const devices = ["camera", "microphone", "display-capture"].map((name) => `${name}=${media}`);
  return [...devices, "geolocation=()", `payment=${payment}`, "usb=()", "browsing-topics=()"].join(", ");
}

/** A live class in a frame may use camera and microphone if the learner allows it. */
export function pagePermissions({ checkoutUrl = "" }: { checkoutUrl?: string } = {}): string {
  const media = `(self ${frameSources.map((source) => `"${source}"`).join(" ")})`;
  return permissions({
    media,
    ...(isOutside(checkoutUrl) ? { payment: '(self "https://api.razorpay.com")' } : {}),
  });
}

type PagePolicy = { nonce: string; checkoutUrl?: string; hasStyle?: boolean; frame?: string };

/**
 * A page may run its own files and the inline scripts that carry its nonce; with `hasStyle` the same goes for its style. With a real payment provider, a page that sells
 * may also run that provider's checkout, which writes styles, opens frames and posts to its own servers (decision 010): only
 * such a page passes `checkoutUrl`. Live classes may be framed too, and the host of `frame`, a map of the institute.
 */
export function pagePolicy({ nonce, checkoutUrl = "", hasStyle = false, frame }: PagePolicy): string {
  const provider = isOutside(checkoutUrl) ? "https://*.razorpay.com" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${provider}`.trim(),
    provider
      ? `style-src 'self' 'unsafe-inline' ${provider}`
      : `style-src 'self'${hasStyle ? ` 'nonce-${nonce}'` : ""}`,
    `img-src 'self' data: ${provider}`.trim(),
    // Captions reach a film as an address in memory: the browser asks for them without the token of who watches.
    "media-src 'self' blob:",
    ...(provider ? [`connect-src 'self' ${provider}`, `font-src 'self' data: ${provider}`] : []),
    `frame-src ${[...frameSources, ...(frame ? [new URL(frame).origin] : []), provider].join(" ")}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${provider}`.trim(),
    "frame-ancestors 'none'",
    // What may become HTML or a script is decided in one place (app/lib/head-script.ts). The provider's script has none.
    ...(provider ? [] : ["require-trusted-types-for 'script'", "trusted-types default"]),
  ].join("; ");
}

/** The local gateway is on our own origin; a real provider is not. */
export function isOutside(checkoutUrl: string): boolean {
  return checkoutUrl.startsWith("https:");
}

/** The library of the reference page writes inline styles. */
export const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Vite's development client writes styles and inline scripts whose hashes we cannot know. */
export const developmentPolicy =
  "default-src 'self' 'unsafe-inline' data: ws:; media-src 'self' blob:; frame-ancestors 'none'";
