import module from "node:module";

const known = new Map();

// Node 24 looks for the package.json of every file and parses all `exports` of a package for each import that leads into it: half
// the time of every start. Within a package a name always leads to the same place, and our own imports name their file.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions } = context;
    if (!conditions.includes("import") || !parentURL.startsWith("file:")) return next(specifier, context);
    if (/^\.\.?\//.test(specifier)) {
      const format = formatOf(specifier, parentURL);
      if (!format) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    }
    const name = `${specifier} ${packageOf.exec(parentURL)?.[0]}`;
    if (!known.has(name)) known.set(name, { ...next(specifier, context), shortCircuit: true });
    return known.get(name);
  },
});

const packageOf = /^.*\/(node_modules\/(@[^/]+\/)?|apps\/|packages\/)[^/]+\//;

/** Undefined where Node has to look. */
function formatOf(specifier, parentURL) {
  if (parentURL.includes("/node_modules/drizzle-orm/")) return "module";
  return specifier.endsWith(".ts") && !parentURL.includes("/node_modules/") ? "module-typescript" : undefined;
}
