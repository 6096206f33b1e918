import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { routeManifest } from "./page-address.ts";

/** False for addresses that only the page for unknown ones matches. A path that cannot be decoded is unknown. */
export function isKnown(build: ServerBuild, pathname: string): boolean {
  if (pathname === routeManifest) return true;
  const path = pathname.replace(/(?:\/_)?\.data$/, "") || "/";
  return isDecodable(path) && matchesAt(build, path).at(-1)?.route.path !== "*";
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
type Known = { routes: RouteObject[]; matches: Map<string, NonNullable<Matches>> };

const knownOf = new WeakMap<ServerBuild, Known>();
const mostPaths = 1000;

/** Remembers what it found: the router compiles all its patterns for every match, which takes half a millisecond. */
function matchesAt(build: ServerBuild, target: string): NonNullable<Matches> {
  const known = knownOf.get(build) ?? { routes: treeOf(build.routes), matches: new Map() };
  knownOf.set(build, known);
  const [path = ""] = target.split("?");
  const found = known.matches.get(path) ?? matchRoutes(known.routes, path) ?? [];
  if (known.matches.size >= mostPaths) known.matches.clear();
  known.matches.set(path, found);
  return found;
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
