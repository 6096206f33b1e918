import { sha256, utf8 } from "./bytes.ts";
import { offlineStyle } from "./offline-style.ts";
import type { TrustedKeys } from "./types.ts";
import { dayText } from "./words.ts";

/** What a saved check carries: the keys as they were on the day of saving. */
export type Pinned = { trusted: TrustedKeys; savedAt: string };
type Saved = Pinned & { script: string };

/** One HTML document that checks files by itself, without the network. `script` is the built `offline-script.ts`. */
export async function offlinePage({ trusted, savedAt, script }: Saved): Promise<string> {
  const code = insideScript(script);
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(code)}'`,
    `style-src '${await hashOf(offlineStyle)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const name = escapeHtml(trusted.institute);
  const keys = trusted.keys.map(
    ({ kind, fingerprint }) => `<li>${kindNames[kind]}: <code>${escapeHtml(fingerprint)}</code></li>`,
  );
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Check a certificate of ${name}</title>
<style>${offlineStyle}</style>
</head>
<body>
<main>
<h1>Check a certificate of ${name}</h1>
<p>This page works without the internet. The file that you choose stays on your device.</p>
<label id="drop"><span>Choose a PDF, PNG, SVG or JSON file, or drop it here</span><input id="file" type="file" accept=".pdf,.png,.svg,.json,.jwt,.jsonld,.txt" multiple></label>
<noscript><p>This page needs JavaScript.</p></noscript>
<p id="count" role="status"></p>
<div id="findings"></div>
<h2>What this page can tell</h2>
<p>It knows our public keys as they were on ${escapeHtml(dayText(savedAt, trusted.timeZone))}, when it was saved. It cannot tell whether a certificate was revoked, or whether we have learned since then that a key is not safe. For that, look up the certificate ID at <a href="${escapeHtml(lookUp(trusted))}" rel="noreferrer">${escapeHtml(lookUp(trusted))}</a>, or save this page again.</p>
<details><summary>Our keys</summary><ul>${keys.join("")}</ul></details>
</main>
<script type="application/json" id="pinned">${jsonInside({ trusted, savedAt })}</script>
<script>${code}</script>
</body>
</html>
`;
}

/** A program for plain Node. `script` is the built `node-script.ts`, which finds the keys in `PINNED`. */
export function nodeProgram({ trusted, savedAt, script }: Saved): string {
  const about = "// Checks certificates without the network: node verify.mjs FILE…  Needs Node 20 or later.";
  return `#!/usr/bin/env node\n${about}\nconst PINNED = ${jsonInside({ trusted, savedAt })};\n${script}`;
}

const kindNames = {
  ed25519: "For certificates (Ed25519)",
  p256: "For PDF pages and JWT (P-256)",
  pdf: "For PDF pages (P-256)",
};

function lookUp({ publicUrl }: TrustedKeys): string {
  return /^https?:\/\//.test(publicUrl) ? `${publicUrl}/verify/e_certificate` : "";
}

/** Neither an end tag nor the start of a comment may stand in it. */
function jsonInside(value: Pinned): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** In built code these stand in strings and patterns only, where \x3c says the same. */
function insideScript(code: string): string {
  return code.replace(/<(?=!--|\/?script)/gi, "\\x3c");
}

async function hashOf(text: string): Promise<string> {
  return `sha256-${btoa(String.fromCharCode(...(await sha256(utf8(text)))))}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
