import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { routeManifest } from "./page-address.ts";

/** False for addresses that only the page for unknown ones matches. A path that cannot be decoded is unknown. */
export function isKnown(build: ServerBuild, pathname: string): boolean {
  if (pathname === routeManifest) return true;
  const path = pageOf(pathname);
  return isDecodable(path) && matchesAt(build, path).at(-1)?.route.path !== "*";
}

/** The address of a page whose data is asked for. */
const pageOf = (pathname: string) => pathname.replace(/(?:\/_)?\.data$/, "") || "/";

/** No pattern has so many parts. A stranger's address may have thousands. */
const mostParts = 8;

/**
 * The build with the routes of this page and of the pages above it, which a page names to the browser. The router goes through all routes several times
 * for each page, and we have some hundred and fifty.
 */
export function buildFor(build: ServerBuild, pathname: string): ServerBuild {
  if (pathname === routeManifest) return build;
  const parts = pathname.split("/", mostParts);
  const above = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/") || "/");
  const paths = [pageOf(pathname), ...above];
  const ids = new Set(paths.flatMap((path) => matchesAt(build, path).map(({ route }) => route.id ?? "")));
  const known = knownTo(build);
  const key = [...ids].sort().join();
  const found = known.builds.get(key) ?? only(build, ids);
  known.builds.set(key, found);
  return found;
}

function only(build: ServerBuild, ids: Set<string>): ServerBuild {
  const pick = <Of extends object>(all: Of) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id))) as Of;
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

/** The patterns of the pages that open the checkout, as the router in the browser writes them. Their `handle` says it. */
export function sellingPatterns(build: ServerBuild): string[] {
  const { routes } = build;
  const pathsTo = (id = ""): (string | undefined)[] =>
    routes[id] ? [...pathsTo(routes[id].parentId), routes[id].path] : [];
  return Object.keys(routes)
    .filter((id) => (routes[id]?.module.handle as { isSelling?: boolean } | undefined)?.isSelling)
    .map((id) => pathsTo(id).filter(Boolean).join("/"));
}

export function patternAt(build: ServerBuild, target: string): string {
  return matchesAt(build, target)
    .map(({ route }) => route.path)
    .filter(Boolean)
    .join("/");
}

type Matches = ReturnType<typeof matchRoutes>;
type Known = { routes: RouteObject[]; matches: Map<string, NonNullable<Matches>>; builds: Map<string, ServerBuild> };

const knownOf = new WeakMap<ServerBuild, Known>();
const mostPaths = 1000;

/** Remembers what it found: the router compiles all its patterns for every match, which takes half a millisecond. */
function matchesAt(build: ServerBuild, target: string): NonNullable<Matches> {
  const known = knownTo(build);
  const [path = ""] = target.split("?");
  const found = known.matches.get(path) ?? matchRoutes(known.routes, path) ?? [];
  if (known.matches.size >= mostPaths) known.matches.clear();
  known.matches.set(path, found);
  return found;
}

function knownTo(build: ServerBuild): Known {
  const known = knownOf.get(build) ?? { routes: treeOf(build.routes), matches: new Map(), builds: new Map() };
  knownOf.set(build, known);
  return known;
}

function treeOf(routes: ServerBuild["routes"], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path = "", index } = route;
    return [index ? { id, path, index } : { id, path, children: treeOf(routes, id) }];
  });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
