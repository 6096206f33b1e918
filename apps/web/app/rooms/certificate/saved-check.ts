/** A file to keep, which names its day: no cache may hold it. As bytes, so that it never runs as a page of ours. */
export function savedCheck(name: string, text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
