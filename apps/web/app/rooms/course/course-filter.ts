import { type CourseSort, courseSorts } from "@shoreline/domain/course";
import type { Choice } from "@shoreline/domain/site";

/** The filter in the address of the list. */
export type CourseFilter = { q: string; field?: string; level?: string; sort: CourseSort; page: number };

/** The fields and levels of the institute. */
export type Choices = { fields: Choice[]; levels: Choice[] };

/** Unknown values are ignored: an old or mistyped link still leads to the list. */
export function readFilter(query: URLSearchParams, { fields, levels }: Choices): CourseFilter {
  const oneOf = <T extends string>(name: string, known: readonly T[]) => known.find((one) => one === query.get(name));
  const field = oneOf("field", keysOf(fields));
  const level = oneOf("level", keysOf(levels));
  const page = Number(query.get("page"));
  return {
    q: (query.get("q") ?? "").replace(/\p{C}/gu, "").trim().slice(0, 100),
    ...(field ? { field } : {}),
    ...(level ? { level } : {}),
    sort: oneOf("sort", courseSorts) ?? "popular",
    page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1,
  };
}

const keysOf = (choices: Choice[]) => choices.map(({ key }) => key);

type FieldAndLevel = { field?: string | undefined; level?: string | undefined };

/** The address of a filter, without default values. Any change except of the page goes to the first page. */
export function filterPath(
  filter: CourseFilter,
  change: Partial<Omit<CourseFilter, "field" | "level">> & FieldAndLevel = {},
): string {
  const { q, field, level, sort, page } = { ...filter, page: 1, ...change };
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (field) query.set("field", field);
  if (level) query.set("level", level);
  if (sort !== "popular") query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/onlinecourses?${query}` : "/onlinecourses";
}
