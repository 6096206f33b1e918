// Checks that imports point down the floors and to earlier rooms. Cycles, Node builtins and packages that are not declared
// are Biome's (biome.json), files that do not exist the compiler's, what nobody imports knip's (knip.jsonc).
import { globSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { readImports } from "./read-imports.mjs";

/** In order: a room imports only earlier ones. */
const rooms =
  "site account staff notification signing course lead payment coupon enrolment schedule webinar quiz certificate showcase due place classroom lesson homework question progress inbox registrants report connection plan sale refund transfer planning timetable teaching library grading answering standing meetings seating award books desk".split(
    " ",
  );

/** What each floor may import of the others. */
const floors = {
  "packages/domain": [],
  "packages/proof": [],
  "packages/contract": ["packages/domain"],
  "apps/server": ["packages/domain", "packages/proof", "packages/contract"],
  "apps/web": ["packages/domain", "packages/proof", "packages/contract"],
};

/**
 * @typedef {{ from: string, line: number, specifier: string, isInlineType: boolean, target?: string }} Import
 * `target` is the imported file below the root, perhaps without its ending; packages and Node builtins have none.
 */

/**
 * @param {string} root the repository
 * @returns {{ faults: string[], files: number, imports: number }} `imports` counts those of our own files
 */
export function checkImports(root) {
  const files = globSync("{packages/*/src,apps/server/src,apps/web/app}/**/*.{ts,tsx,mts,js,jsx,mjs}", { cwd: root });
  const imports = files.sort().flatMap((file) => importsOf(root, file));
  const own = imports.filter(({ target }) => target);
  const faults = [...unknownFolders(root), ...imports.flatMap(wrongImport)];
  if (own.length === 0) faults.push(`${root}: no import was read, so nothing was checked`);
  return { faults, files: files.length, imports: own.length };
}

/** @returns {Import[]} */
function importsOf(root, from) {
  return readImports(from, readFileSync(path.join(root, from), "utf8")).map((one) => ({
    from,
    ...one,
    target: locate(from, one.specifier),
  }));
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
  const unknownRooms = globSync(["apps/server/src/rooms/*/", "apps/web/app/rooms/*/"], { cwd: root })
    .filter((folder) => !rooms.includes(path.basename(folder)))
    .map((folder) => `${folder}: unknown room: ${hint}`);
  const unknownFloors = globSync("packages/*/src", { cwd: root })
    .map(floorOf)
    .filter((floor) => !floors[floor])
    .map((floor) => `${floor}: unknown floor: ${hint}`);
  return [...unknownRooms.sort(), ...unknownFloors.sort()];
}

function wrongImport(one) {
  const why = one.target ? whyWrongFile(one) : whyWrongPackage(one);
  return why ? [`${one.from}:${one.line} imports ${one.specifier}: ${why}`] : [];
}

function whyWrongPackage({ specifier }) {
  return /^(\/|[~@]\/|#|file:)/.test(specifier) ? "own files are imported by relative path" : undefined;
}

function whyWrongFile(one) {
  // Biome looks for cycles, and does not read `import("./x.ts").Type`.
  if (one.isInlineType) return "types are imported at the top of the file";
  return whyWrongFloor(one) ?? whyWrongRoom(one) ?? whyWrongWebFolder(one);
}

function whyWrongFloor({ from, specifier, target }) {
  const [floor, other] = [floorOf(from), floorOf(target)];
  if (floor === other) return isRelative(specifier) ? undefined : "own files are imported by relative path";
  if (!floors[other]) return isRelative(specifier) ? `${floor} may not import files outside its folder` : undefined;
  if (!floors[floor]?.includes(other)) return `${floor} may not import ${other}`;
  return isRelative(specifier) ? "another floor is imported by its package name" : undefined;
}

function whyWrongRoom({ from, target }) {
  if (isTest(from)) return undefined;
  const mayNameRooms = /^apps\/server\/src\/(rooms\/|rooms\.ts$|test\/)/.test(from);
  if (from.startsWith("apps/server/") && target.startsWith("apps/server/src/rooms/") && !mayNameRooms)
    return "only rooms.ts names rooms";
  const mayNameAdapters = /^apps\/server\/src\/(main\.ts$|adapters\/|backup\/|content\/command\.ts$|test\/)/.test(from);
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

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));
  const { faults, files, imports } = checkImports(root);
  for (const line of faults) console.error(line);
  if (faults.length === 0) console.log(`imports: ${files} files, ${imports} imports, no fault`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
