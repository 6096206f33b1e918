import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, ServerRouter } from "react-router";

// The server mounts the pages through these: loaders are bundled apart from it.
export { fetchContext } from "./lib/api.ts";
export { requestIdMark } from "./lib/problem.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  let failed = false;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    onError(error) {
      failed = true;
      console.error(error);
    },
  });
  // Pages are cached whole, so there is nothing to gain from sending them in parts.
  await stream.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stream, { headers, status: failed ? 500 : status });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) console.error(error);
};
