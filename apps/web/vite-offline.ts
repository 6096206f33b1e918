import path from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const name = "virtual:offline-check";
const proof = path.join(import.meta.dirname, "../../packages/proof/src");

/** Offers the checks that visitors can save, each bundled into one text. */
export function offlineCheck(): Plugin {
  return {
    name: "offline-check",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const page = await bundle("offline-script.ts", "iife");
      const node = await bundle("node-script.ts", "es");
      for (const file of [...page.moduleIds, ...node.moduleIds]) if (path.isAbsolute(file)) this.addWatchFile(file);
      return `export const pageScript = ${JSON.stringify(page.code)};\nexport const nodeScript = ${JSON.stringify(node.code)};`;
    },
  };
}

export async function bundle(entry: string, format: "iife" | "es"): Promise<Rolldown.OutputChunk> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: proof,
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: path.join(proof, entry),
        external: (id) => id.startsWith("node:"),
        output: { format, codeSplitting: false },
      },
    },
  });
  const [output] = [built].flat() as Rolldown.RolldownOutput[];
  const [chunk, ...others] = output?.output ?? [];
  if (chunk?.type !== "chunk" || others.length > 0) throw new Error(`${entry} does not fit into one file`);
  return chunk;
}
