// Checks that imports point down the floors, to earlier rooms and never round.
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { readImports } from "./read-imports.mjs";

/** In order: a room imports only earlier ones. */
const rooms = "site account notification course lead payment enrolment schedule webinar quiz certificate".split(" ");

/** What each floor may import; `npm` lists the packages, or is true for any. */
const floors = {
  "packages/domain": { below: [], npm: [], node: false },
  "packages/contract": { below: ["packages/domain"], npm: ["zod"], node: false },
  "apps/server": { below: ["packages/domain", "packages/contract"], npm: true, node: true },
  "apps/web": { below: ["packages/domain", "packages/contract"], npm: true, node: false },
};

/**
 * @typedef {{ from: string, line: number, specifier: string, target?: string, exists?: boolean }} Import
 * `target` is the imported file below the root; packages and Node builtins have none.
 */

/**
 * @param {string} root the repository
 * @returns {{ faults: string[], files: number, imports: number }} `imports` counts those that lead to a file
 */
export function checkImports(root) {
  const files = listSources(root);
  const all = files.flatMap((file) => importsOf(root, file));
  const found = all.filter((one) => one.exists);
  const faults = [...unknownFolders(root), ...wrongImports(all), ...cycles(found)];
  if (files.length === 0) faults.push(`${root}: no source file found, so nothing was checked`);
  else if (found.length === 0) faults.push(`${root}: no import resolved, so nothing was checked`);
  return { faults, files: files.length, imports: found.length };
}

function listSources(root) {
  const folders = [...list(root, "packages").map((name) => `packages/${name}/src`), "apps/server/src", "apps/web/app"];
  return folders
    .flatMap((folder) => list(root, folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && isFile(root, file));
}

function list(root, folder, options = {}) {
  if (!isFolder(root, folder)) return [];
  const names = readdirSync(path.join(root, folder), options);
  return names.map((name) => name.replaceAll(path.sep, "/")).sort();
}

function isFolder(root, entry) {
  return statSync(path.join(root, entry), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(root, entry) {
  return statSync(path.join(root, entry), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** @returns {Import[]} */
function importsOf(root, from) {
  return readImports(readFileSync(path.join(root, from), "utf8"))
    .filter(({ specifier }) => !(from.startsWith("apps/web/") && specifier.includes("+types/"))) // generated
    .map((one) => ({ from, ...one, ...resolve(root, from, one.specifier) }));
}

function resolve(root, from, specifier) {
  const wanted = locate(from, specifier.replace(/\?.*$/, "")); // Vite's `./logo.svg?url`
  if (!wanted) return {};
  const candidates = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].map((end) => wanted + end);
  const target = candidates.find((file) => isFile(root, file));
  return { target: target ?? wanted, exists: target !== undefined };
}

function locate(from, specifier) {
  if (isRelative(specifier)) return path.posix.join(path.posix.dirname(from), specifier);
  const [scope, name, ...rest] = specifier.split("/");
  if (scope !== "@shoreline") return undefined;
  const folder = { server: "apps/server/src", web: "apps/web/app" }[name] ?? `packages/${name}/src`;
  return `${folder}/${rest.join("/") || "index"}.ts`;
}

function isRelative(specifier) {
  return /^\.\.?(\/|$)/.test(specifier);
}

function unknownFolders(root) {
  const hint = "add it to the list in scripts/check-imports.mjs";
  const unknownRooms = ["apps/server/src/rooms", "apps/web/app/rooms"].flatMap((parent) =>
    list(root, parent)
      .filter((name) => isFolder(root, `${parent}/${name}`) && !rooms.includes(name))
      .map((name) => `${parent}/${name}: unknown room: ${hint}`),
  );
  const unknownFloors = list(root, "packages")
    .filter((name) => isFolder(root, `packages/${name}/src`) && !floors[`packages/${name}`])
    .map((name) => `packages/${name}: unknown floor: ${hint}`);
  return [...unknownRooms, ...unknownFloors];
}

function wrongImports(imports) {
  return imports.flatMap((one) => {
    const why = one.target ? whyWrongFile(one) : whyWrongPackage(one);
    return why ? [fault(one, why)] : [];
  });
}

function fault({ from, line, specifier }, why) {
  return `${from}:${line} imports ${specifier}: ${why}`;
}

function whyWrongPackage({ from, specifier }) {
  const floor = floorOf(from);
  if (/^(\/|[~@]\/|#|file:)/.test(specifier)) return "own files are imported by relative path";
  if (!floors[floor] || isTest(from)) return undefined;
  const { npm, node } = floors[floor];
  if (isBuiltin(specifier)) {
    return node || from === "apps/web/app/entry.server.tsx" ? undefined : `${floor} may not import Node builtins`;
  }
  if (npm === true || npm.includes(specifier.split("/")[0])) return undefined;
  return npm.length > 0 ? `${floor} may import no package but ${npm}` : `${floor} may not import packages`;
}

function whyWrongFile(one) {
  return whyWrongFloor(one) ?? (one.exists ? (whyWrongRoom(one) ?? whyWrongWebFolder(one)) : "no such file");
}

function whyWrongFloor({ from, specifier, target }) {
  const [floor, other] = [floorOf(from), floorOf(target)];
  if (floor === other) return isRelative(specifier) ? undefined : "own files are imported by relative path";
  if (!floors[other]) return isRelative(specifier) ? `${floor} may not import files outside its folder` : undefined;
  if (floors[floor] && !floors[floor].below.includes(other)) return `${floor} may not import ${other}`;
  return isRelative(specifier) ? "another floor is imported by its package name" : undefined;
}

function whyWrongRoom({ from, target }) {
  if (isTest(from)) return undefined;
  const [, folder] = from.match(/^apps\/server\/src\/(http|db|jobs|adapters|content|ports\.ts)(?:\/|$)/) ?? [];
  if (folder && target.startsWith("apps/server/src/rooms/")) return `${folder} may not import rooms`;
  const mayNameAdapters = /^apps\/server\/src\/(main\.ts$|adapters\/|backup\/|test\/)/.test(from);
  if (target.startsWith("apps/server/src/adapters/") && !mayNameAdapters) return "only main.ts names adapters";
  const [room, other] = [roomOf(from), roomOf(target)];
  if (room && rooms.indexOf(other) > rooms.indexOf(room)) return `room ${other} comes after ${room}`;
  return undefined;
}

/** From below: `lib` and `ui`, the rooms in their order, then the folders that put rooms together. */
const webAboveRooms = ["frame", "portal", "pages", "admin"];

function whyWrongWebFolder({ from, target }) {
  const [folder, room] = webFolderOf(from);
  const [otherFolder, otherRoom] = webFolderOf(target);
  if (folder === "rooms") {
    if (webAboveRooms.includes(otherFolder)) return `rooms may not import ${otherFolder}`;
    if (otherFolder !== "rooms" || rooms.indexOf(otherRoom) <= rooms.indexOf(room)) return undefined;
    return `room ${otherRoom} comes after ${room}`;
  }
  if (!["ui", "lib"].includes(folder)) return undefined;
  if (["rooms", ...webAboveRooms].includes(otherFolder)) return `${folder} may not import ${otherFolder}`;
  if (folder === "ui" && floorOf(target) === "packages/contract") return "ui knows no room";
  return undefined;
}

function webFolderOf(file) {
  return file.startsWith("apps/web/app/") ? file.split("/").slice(3) : [];
}

function floorOf(file) {
  return file.split("/").slice(0, 2).join("/");
}

function roomOf(file) {
  const place = /^(?:packages\/(?:domain|contract)\/src|apps\/server\/src\/(?:rooms|db\/tables))\/([a-z]+)[-./]/;
  const name = file.match(place)?.[1];
  return rooms.includes(name) ? name : undefined;
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file);
}

/** One fault for each import that closes a ring, found by walking depth first. */
function cycles(imports) {
  const importsFrom = Map.groupBy(imports, (one) => one.from);
  const done = new Set();
  const trail = [];
  const walk = (file) => {
    trail.push(file);
    const faults = onePerTarget(importsFrom.get(file) ?? []).flatMap((one) => {
      const start = trail.indexOf(one.target);
      if (start >= 0) return [fault(one, `cycle ${[...trail.slice(start), one.target].join(" -> ")}`)];
      return done.has(one.target) ? [] : walk(one.target);
    });
    done.add(trail.pop());
    return faults;
  };
  return [...importsFrom.keys()].flatMap((file) => (done.has(file) ? [] : walk(file)));
}

/** A file may import and re-export the same one. */
function onePerTarget(imports) {
  return imports.filter(({ target }, at) => imports.findIndex((other) => other.target === target) === at);
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));
  const { faults, files, imports } = checkImports(root);
  for (const line of faults) console.error(line);
  if (faults.length === 0) console.log(`imports: ${files} files, ${imports} imports, no fault`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
