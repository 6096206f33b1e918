import type { Api, Input } from "@shoreline/contract";

const filterNames = ["who", "kind", "thingId", "words", "from", "until"] as const;
export type FilterName = (typeof filterNames)[number];
type AuditFilter = Input<Api["staff"]["audit"]>;

/** What the address asks for. The server refuses what somebody has typed into it. */
export function readFilter(search: URLSearchParams): AuditFilter {
  const given = [...filterNames, "before" as const].flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given) as AuditFilter;
}

/** Another filter shows its newest page, with no entry open. */
export function withFilter(search: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = without(search, "before", "entry", name);
  if (value) next.set(name, value);
  return next;
}

export function isFiltered(search: URLSearchParams): boolean {
  return filterNames.some((name) => search.get(name));
}

export function withEntry(search: URLSearchParams, entryId: string): string {
  const next = new URLSearchParams(search);
  next.set("entry", entryId);
  return `?${next}`;
}

export function olderThan(search: URLSearchParams, entryId: string): string {
  const next = without(search, "entry");
  next.set("before", entryId);
  return `?${next}`;
}

/** Everything that the log says of one record. */
export function auditAddress(thingId: string): string {
  return `/staff/audit?thingId=${encodeURIComponent(thingId)}`;
}

export function without(search: URLSearchParams, ...names: string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  return next;
}
