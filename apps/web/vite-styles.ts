import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin, Rolldown } from "vite";

const app = path.join(import.meta.dirname, "app");

/** Each part has its style module beside it; pages link them as a few sheets from the first paint on. */
export function styleModules(): Plugin[] {
  return [withoutPreload, keepStyles];
}

/**
 * The parts that bring their own sheet, each with the module that loads it. Few visitors of a page use them, so no page carries
 * anything of them before.
 */
const withOwnSheet = [{ part: "rooms/certificate/file-check.tsx", loadedBy: "rooms/certificate/check-file.tsx" }];

const preload = "\0vite/preload-helper.js";

/** Vite would load style sheets by a script, which adds half a kilobyte to every page. Only who loads a part with its own sheet needs that. */
const withoutPreload: Plugin = {
  name: "without-preload",
  enforce: "pre",
  apply: "build",
  resolveId: (id, importer) =>
    id === preload && withOwnSheet.some(({ loadedBy }) => importer === path.join(app, loadedBy))
      ? path.join(app, "lib/load-with-sheets.ts")
      : undefined,
  load: (id) => (id === preload ? "export const __vitePreload = (load) => load();" : undefined),
};

const keepStyles: Plugin = {
  name: "keep-styles",
  enforce: "post",
  apply: "build",
  // Scripts contain the class names themselves, so nothing imports the module any more: tree shaking would drop its styles.
  transform: (code, id) =>
    id.endsWith(".module.css") ? { code, map: null, moduleSideEffects: "no-treeshake" } : undefined,
  generateBundle(_, bundle) {
    if (this.environment.config.consumer !== "client") return;
    for (const chunk of chunksOf(bundle)) {
      const linked = sheetsOf(chunk, bundle);
      for (const later of chunk.dynamicImports) {
        if (bringsSheet(bundle[later], chunk)) continue;
        const missing = [...sheetsOf(bundle[later], bundle)].filter((sheet) => !linked.has(sheet));
        if (missing.length > 0)
          this.error(
            `${later} is loaded later, but no page links its styles (${missing}). Put them into a group of vite.config.ts.`,
          );
      }
    }
  },
};

function bringsSheet(output: Rolldown.OutputBundle[string] | undefined, loader: Rolldown.OutputChunk): boolean {
  const isOf = (chunk: Rolldown.OutputChunk, module: string) => chunk.moduleIds.includes(path.join(app, module));
  return withOwnSheet.some(
    ({ part, loadedBy }) => output?.type === "chunk" && isOf(output, part) && isOf(loader, loadedBy),
  );
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === "chunk");
}

/** The style sheets of a chunk and of everything that it imports. */
function sheetsOf(output: Rolldown.OutputBundle[string] | undefined, bundle: Rolldown.OutputBundle, seen = new Set()) {
  const sheets = new Set<string>();
  if (output?.type !== "chunk" || seen.has(output)) return sheets;
  seen.add(output);
  for (const sheet of output.viteMetadata?.importedCss ?? []) sheets.add(sheet);
  for (const below of output.imports) for (const sheet of sheetsOf(bundle[below], bundle, seen)) sheets.add(sheet);
  return sheets;
}

/** Short class names for style modules: numbers in the order of files, so that server and browser build the same names. */
export function nameClasses(): (name: string, file: string) => string {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".module.css"));
  const names = files.sort().flatMap((file) => {
    const classes = readFileSync(path.join(app, file), "utf8").matchAll(/\.([a-z]\w*)/gi);
    return [...new Set([...classes].map(([, name]) => `${file} ${name}`))];
  });
  return (name, file) => {
    const at = names.indexOf(`${path.relative(app, file)} ${name}`);
    // Names of animations are not in the list.
    return at < 0 ? `${path.basename(file, ".module.css")}-${name}` : `_${at.toString(36)}`;
  };
}
