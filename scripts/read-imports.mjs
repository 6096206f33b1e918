// Finds the imports of a TypeScript source without a parser: blanks out what is not code, then matches what is left.

/**
 * Every import, re-export and dynamic import with a literal, types included.
 * @param {string} source
 * @returns {{ specifier: string, line: number }[]}
 */
export function readImports(source) {
  const code = blankText(source);
  return [...code.matchAll(fromClause), ...code.matchAll(dynamicImport)]
    .sort((a, b) => a.index - b.index)
    .map((match) => ({
      specifier: source.slice(...match.indices.groups.specifier),
      line: code.slice(0, match.index).split("\n").length,
    }));
}

// Blanked strings hold no quote and no `$`, so a `${` seen here is a real one: that path is not a literal.
const fromClause =
  /(?<![.\w$])(?:(?:import|export)\b(?:(?!\b(?:import|export)\b)[\w$\s{},*])*?\bfrom|import)\s*(["'])(?<specifier>[^"'`$\n]*)\1/dg;
const dynamicImport = /(?<![.\w$])import\s*\(\s*(["'`])(?<specifier>[^"'`$\n]*)\1\s*[,)]/dg;

/** The same source, every character in its place, with comments, strings, templates and regular expressions blanked. */
function blankText(source) {
  const open = [];
  let code = "";
  while (code.length < source.length) {
    const pattern = open.at(-1) === "`" ? templatePart : codePart;
    pattern.lastIndex = code.length;
    const { 0: text, groups } = pattern.exec(source);
    if (text === "{" || text === "${") open.push("{");
    else if (text === "}" && open.at(-1) === "{") open.pop();
    else if (text === "`") open.at(-1) === "`" ? open.pop() : open.push("`");
    code += blanked(text, groups);
  }
  return code;
}

function blanked(text, { comment, string, other }) {
  if (comment) return text.replace(/[^\n]/g, " ");
  if (string) return text[0] + "_".repeat(text.length - 2) + text[0];
  if (other) return text.replace(/[^\n]/g, "_");
  return text;
}

// The lookbehinds are for text in JSX: the `//` of an address and the apostrophe of "don't" begin nothing.
const comment = /(?<comment>(?<!:)\/\/.*|\/\*[\s\S]*?(?:\*\/|$))/;
const string = /(?<string>"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])*')/;
// A slash divides after a value and opens a regular expression after an operator.
const regex =
  /(?<other>(?<=(?:^|[(,=:[!&|?{;+*%~^-]|=>|\b(?:return|case|typeof))\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/)/;
const codePart = new RegExp(`${comment.source}|${string.source}|${regex.source}|[^"'\`/{}]+|[\\s\\S]`, "y");
const templatePart = /(?<other>(?:\\[\s\S]|\$(?!\{)|[^\\`$])+)|`|\$\{|[\s\S]/y;
