/**
 * Puts what a first visit waits for in order. The styles are in the page, so that it is painted as soon as it arrives. The
 * scripts are only named: `wake` (apps/web/app/lib/wake.ts) decides when they are loaded.
 */
export function orderFirstLoad(html: string, { nonce, readText }: Options): string {
  return nameScripts(insertStyles(html, { nonce, readText }), nonce);
}

type Options = { nonce: string; readText(address: string): string | undefined };

const styleLink = /<link nonce="[^"]*" rel="stylesheet" href="([^"#]+)#?"\/>/g;

/** React expects the link. It stays, switched off, so that the file is not loaded. */
function insertStyles(html: string, { nonce, readText }: Options): string {
  return html.replace(styleLink, (link, address: string) => {
    const css = readText(address);
    return css ? `<style nonce="${nonce}">${css}</style>${link.replace("/>", ' disabled=""/>')}` : link;
  });
}

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const moduleScript = /<script nonce="[^"]*" type="module" async="">([\s\S]*?)<\/script>/;
const bareImport = /^import "([^"]+)";/gm;
const routeImport = /import \* as (\w+) from "([^"]+)";/g;

/** The router's own script, as a function that brings one file after the other: together they would block a slow phone. */
function nameScripts(html: string, nonce: string): string {
  const [script, code = ""] = moduleScript.exec(html) ?? [];
  const entry = /import\("([^"]+)"\);\s*$/.exec(code)?.[1];
  if (!script || !entry) return html;
  const preloaded = [...html.matchAll(modulePreload)].map(([, address]) => address);
  const parts = [...new Set(preloaded)].filter((address) => address !== entry);
  const routes = code
    .replaceAll(routeImport, 'const $1=await import("$2");')
    .replaceAll(bareImport, 'await import("$1");')
    .replace(/(?<!await )import\("([^"]+)"\);\s*$/, 'await import("$1");');
  const takeOver = `takeOver=async bring=>{await bring(${JSON.stringify([...parts, entry])});${routes}}`;
  return html.replaceAll(modulePreload, "").replace(script, () => `<script nonce="${nonce}">${takeOver}</script>`);
}
