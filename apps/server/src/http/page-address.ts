/** The parameters that pages read. All others, such as those that campaigns add to links, change nothing. */
const pageParameters = new Set([
  "_routes",
  "batchTime",
  "batchType",
  "courseId",
  "field",
  "id",
  "level",
  "map",
  "next",
  "page",
  "q",
  "sort",
]);

/** Where the router in the browser asks which scripts a page needs. It reads all parameters. */
export const routeManifest = "/__manifest";

/** The path and query under which an answer is cached, and from which a page is rendered. */
export function keyOf(target: string): string {
  // Split at the first "?" only: a second one belongs to the query.
  const mark = target.indexOf("?");
  if (mark < 0) return target;
  const path = target.slice(0, mark);
  const parts = target.slice(mark + 1).split("&");
  const readsAll = path.startsWith("/api/") || path === routeManifest;
  const significant = readsAll ? parts.filter(Boolean) : parts.filter(isPageParameter);
  return significant.length > 0 ? `${path}?${significant.join("&")}` : path;
}

function isPageParameter(part: string): boolean {
  const sign = part.indexOf("=");
  return pageParameters.has(sign < 0 ? part : part.slice(0, sign));
}

/** Its address has words that a visitor typed. */
export function isSearch(key: string): boolean {
  return /[?&]q=/.test(key);
}

const missing = "/no-such-page";

/** The address whose page stands for all unknown ones, as a document or as the data of one. The console has its own. */
export function missingPageFor(path: string): string {
  const page = path.startsWith("/staff/") ? `/staff${missing}` : missing;
  return path.endsWith(".data") ? `${page}.data` : page;
}

export function isMissingPage(key: string): boolean {
  return key === missingPageFor(key);
}
