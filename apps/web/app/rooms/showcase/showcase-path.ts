/** The public page of a learner's certificates. */
export function showcasePath(token: string): string {
  return `/certificates/${encodeURIComponent(token)}`;
}
