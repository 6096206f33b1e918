import { usualColours } from "@shoreline/domain/brand";
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { load, reportContext } from "./lib/load.ts";
import { type Look, lookOf } from "./lib/look.ts";
import { PagePolicy, policyContext } from "./lib/page-policy.ts";

// The server mounts the pages through these exports, because the loaders are bundled separately.
export { fetchContext, reportContext } from "./lib/load.ts";
export { policyContext } from "./lib/page-policy.ts";
export { requestIdMark } from "./lib/problem.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  let isWhole = true;
  const policy = { ...context.get(policyContext), look: await readLook(context) };
  const { nonce = "" } = policy;
  const page = (
    <PagePolicy value={policy}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </PagePolicy>
  );
  const stream = await renderToReadableStream(page, {
    nonce,
    // In a long page React would move finished parts to the end, where only a script puts them into their place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      isWhole = false;
      context.get(reportContext)(error);
    },
  });
  // Pages are cached whole, so streaming would gain nothing.
  await stream.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stream, { headers, status: isWhole ? status : 500 });
}

let latest = lookOf({ colours: usualColours, scene: "none" });

async function readLook(context: RouterContextProvider): Promise<Look> {
  try {
    const { institute } = await load(context, (client) => client.site.read({}));
    latest = lookOf(institute.brand);
  } catch {
    // The page about it looks as pages did before.
  }
  return latest;
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) (context as RouterContextProvider).get(reportContext)(error);
};
