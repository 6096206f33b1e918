/**
 * Puts what a first visit waits for in order. The styles are in the page, so that it is painted as soon as it arrives. The
 * scripts are only named: `wake` (apps/web/app/lib/wake.ts) decides when they are loaded.
 */
export function orderFirstLoad(html: string, { nonce, readFile }: Options): (string | Buffer)[] {
  // What React Router and the styles need stands in the head and behind the page: the rest need not be searched.
  const end = html.indexOf("</head>");
  const { head, body } = nameScripts({ head: html.slice(0, end), body: html.slice(end), nonce });
  const parts = insertStyles(head, { nonce, readFile });
  return [...parts.slice(0, -1), `${parts.at(-1)}${body}`];
}

type Options = { nonce: string; readFile(address: string): Buffer | undefined };

const styleLink = /<link nonce="[^"]*" rel="stylesheet" href="([^"#]+)#?"\/>/g;

/**
 * React expects the link. It stays, switched off, so that the file is not loaded. Style sheets are parts of their own, because
 * they are the same in every page.
 */
function insertStyles(html: string, { nonce, readFile }: Options): (string | Buffer)[] {
  const parts: (string | Buffer)[] = [];
  let rest = html;
  for (const [link, address = ""] of html.matchAll(styleLink)) {
    const css = readFile(address);
    if (!css) continue;
    const [before = "", ...after] = rest.split(link);
    parts.push(`${before}<style nonce="${nonce}">`, css);
    rest = `</style>${link.replace("/>", ' disabled=""/>')}${after.join(link)}`;
  }
  return [...parts, rest];
}

type Page = { head: string; body: string; nonce: string };

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const bareImport = /^import "([^"]+)";/gm;
const routeImport = /import \* as (\w+) from "([^"]+)";/g;

/** The router's own script, as a function that brings one file after the other: together they would block a slow phone. */
function nameScripts({ head, body, nonce }: Page): { head: string; body: string } {
  const start = `<script nonce="${nonce}" type="module" async="">`;
  const from = body.lastIndexOf(start);
  const to = body.indexOf("</script>", from);
  const code = from < 0 ? "" : body.slice(from + start.length, to);
  const entry = /import\("([^"]+)"\);\s*$/.exec(code)?.[1];
  if (!entry) return { head, body };
  const preloaded = [...head.matchAll(modulePreload)].map(([, address]) => address);
  const parts = [...new Set(preloaded)].filter((address) => address !== entry);
  const routes = code
    .replaceAll(routeImport, 'const $1=await import("$2");')
    .replaceAll(bareImport, 'await import("$1");')
    .replace(/(?<!await )import\("([^"]+)"\);\s*$/, 'await import("$1");');
  const takeOver = `takeOver=async bring=>{await bring(${JSON.stringify([...parts, entry])});${routes}}`;
  return {
    head: head.replaceAll(modulePreload, ""),
    body: `${body.slice(0, from)}<script nonce="${nonce}">${takeOver}${body.slice(to)}`,
  };
}
