import { parseSync, Visitor } from "oxc-parser";

/**
 * Every import, re-export and dynamic import with a literal, types included.
 * @param {string} file its ending tells TypeScript from JSX
 * @param {string} source
 * @returns {{ specifier: string, line: number, isInlineType: boolean }[]}
 */
export function readImports(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const found = [];
  const add = ({ type, start, source: path }) => {
    const specifier = path ? literalOf(path) : undefined;
    if (specifier === undefined) return;
    found.push({ specifier, line: source.slice(0, start).split("\n").length, isInlineType: type === "TSImportType" });
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return found;
}

function literalOf({ type, value, quasis }) {
  if (type === "Literal") return value;
  return type === "TemplateLiteral" && quasis.length === 1 ? quasis[0].value.cooked : undefined;
}
