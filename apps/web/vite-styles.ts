import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin, Rolldown } from "vite";

const app = path.join(import.meta.dirname, "app");

/** Styles lie in modules beside their parts; pages link them as a few sheets, from the first paint on. */
export function styleModules(): Plugin[] {
  return [withoutPreload, keepStyles];
}

/** Vite would bring sheets by script, with half a kilobyte of it on every page. */
const withoutPreload: Plugin = {
  name: "without-preload",
  enforce: "pre",
  apply: "build",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
};

const keepStyles: Plugin = {
  name: "keep-styles",
  enforce: "post",
  apply: "build",
  // The names of its classes are written into the scripts; what is left of a module would be dropped as unused, styles and all.
  transform: (code, id) =>
    id.endsWith(".module.css") ? { code, map: null, moduleSideEffects: "no-treeshake" } : undefined,
  generateBundle(_, bundle) {
    if (this.environment.config.consumer !== "client") return;
    for (const chunk of chunksOf(bundle)) {
      const linked = sheetsOf(chunk, bundle);
      for (const later of chunk.dynamicImports) {
        const missing = [...sheetsOf(bundle[later], bundle)].filter((sheet) => !linked.has(sheet));
        if (missing.length > 0)
          this.error(
            `${later} comes later, and no page links ${missing}: put its styles into a group of vite.config.ts`,
          );
      }
    }
  },
};

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === "chunk");
}

/** Of a chunk and all that it imports. */
function sheetsOf(output: Rolldown.OutputBundle[string] | undefined, bundle: Rolldown.OutputBundle, seen = new Set()) {
  const sheets = new Set<string>();
  if (output?.type !== "chunk" || seen.has(output)) return sheets;
  seen.add(output);
  for (const sheet of output.viteMetadata?.importedCss ?? []) sheets.add(sheet);
  for (const below of output.imports) for (const sheet of sheetsOf(bundle[below], bundle, seen)) sheets.add(sheet);
  return sheets;
}

/**
 * Names for the classes of modules, as short as they can be: they are numbered in the order of files. Pages from the
 * server and the browser have the same.
 */
export function nameClasses(): (name: string, file: string) => string {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".module.css"));
  const names = files.sort().flatMap((file) => {
    const classes = readFileSync(path.join(app, file), "utf8").matchAll(/\.([a-z]\w*)/gi);
    return [...new Set([...classes].map(([, name]) => `${file} ${name}`))];
  });
  return (name, file) => {
    const at = names.indexOf(`${path.relative(app, file)} ${name}`);
    // Movements have names too, which nobody else says.
    return at < 0 ? `${path.basename(file, ".module.css")}-${name}` : `_${at.toString(36)}`;
  };
}
