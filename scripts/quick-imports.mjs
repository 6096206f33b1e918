import module from "node:module";

const known = new Map();

// Node 24 parses all `exports` of a package for each import that leads into it. Those of drizzle-orm are 170 KB and hundreds of
// imports lead there: half the time of every start.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const isOfDrizzle = /^drizzle-orm(\/|$)/.test(specifier);
    const isInside = /^\.\.?\//.test(specifier) && context.parentURL?.includes("/node_modules/drizzle-orm/");
    if (!context.conditions.includes("import") || (!isOfDrizzle && !isInside)) return next(specifier, context);
    if (isInside) return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
    if (!known.has(specifier)) known.set(specifier, { ...next(specifier, context), shortCircuit: true });
    return known.get(specifier);
  },
});
