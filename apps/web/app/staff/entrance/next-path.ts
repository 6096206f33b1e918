/** Where to go after the sign-in: only into the console. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get("next") ?? "";
  return next.startsWith("/staff/") ? next : "/staff";
}
