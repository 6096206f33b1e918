// Checks that each look has one home, and writes the types of the CSS modules, so that a misspelt class does not compile.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const longest = 80;

/**
 * @param {string} web the folder of the web app
 * @returns {string[]} what is wrong, one line each
 */
export function checkStyles(web) {
  const files = readdirSync(path.join(web, "app"), { recursive: true }).map((name) => `app/${name}`);
  const read = (file) => ({ file, text: readFileSync(path.join(web, file), "utf8") });
  const sheets = files.filter((file) => file.endsWith(".css")).map(read);
  const sources = files.filter((file) => /\.tsx?$/.test(file)).map(read);
  const modules = sheets.filter(({ file }) => file.endsWith(".module.css"));
  writeTypes(web, modules);
  if (modules.length === 0) return ["no style module was found: this check is blind"];
  return [
    ...sheets.filter((sheet) => !modules.includes(sheet)).flatMap(globalClasses),
    ...modules.flatMap((module) => unusedClasses(module, sources)),
    ...sources
      .filter(({ file }) => !file.startsWith("app/ui/"))
      .flatMap((source) => [...longClassNames(source), ...rawButtons(source)]),
  ];
}

/** Beside the sources, like the types of the routes: `header.module.css` has its types in `header.module.d.css.ts`. */
function writeTypes(web, modules) {
  const home = path.join(web, ".css-types");
  rmSync(home, { recursive: true, force: true });
  for (const { file, text } of modules) {
    const target = path.join(home, file.replace(/\.css$/, ".d.css.ts"));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(
      target,
      classesIn(text)
        .map((name) => `export const ${name}: string;\n`)
        .join(""),
    );
  }
}

function globalClasses({ file, text }) {
  return classesIn(text)
    .filter((name) => name !== "text-2xl")
    .map((name) => `${file}: .${name} is global; a look lives in the CSS module of its part`);
}

function unusedClasses({ file, text }, files) {
  const name = path.basename(file);
  const users = files.filter((source) => source.text.includes(`/${name}"`)).map((source) => source.text);
  const isUsed = (one) => {
    const use = new RegExp(`\\.${one}\\b|\\{[^}]*\\b${one}\\b[^}]*\\} from "[^"]*/${name}"`);
    return users.some((user) => use.test(user)) || text.includes(`composes: ${one};`);
  };
  return classesIn(text)
    .filter((one) => !isUsed(one))
    .map((one) => `${file}: nobody uses .${one}`);
}

function longClassNames({ file, text }) {
  return [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
    .map(([, plain, template]) => plain ?? template ?? "")
    .filter((names) => names.length > longest)
    .map((names) => `${file}: more than ${longest} characters of classes: ${names}`);
}

function rawButtons({ file, text }) {
  const isRaw = text.includes('/button.module.css"');
  return isRaw ? [`${file}: the look of a button comes with <Button>, <ButtonLink> or <ButtonLabel>`] : [];
}

/** @returns {string[]} the classes that the selectors of a style sheet name */
export function classesIn(text) {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"/g, '""');
  const selectors = [...bare.matchAll(/(?:^|[{};])([^{};@]+)(?=\{)/g)].map(([, selector]) => selector);
  return [...new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z_][\w-]*/gi) ?? []))];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = checkStyles(path.join(path.dirname(fileURLToPath(import.meta.url)), "../apps/web"));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}
