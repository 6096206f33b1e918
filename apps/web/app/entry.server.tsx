import { Writable } from "node:stream";
import { usualColours } from "@shoreline/domain/brand";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
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
  const { takePage, ...facts } = context.get(policyContext);
  const isConsole = /^\/staff(\/|$)/.test(new URL(request.url).pathname);
  const policy = { ...facts, isConsole, look: await readLook(context) };
  const { nonce = "" } = policy;
  const page = (
    <PagePolicy value={policy}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </PagePolicy>
  );
  const { html, isWhole } = await renderWhole(page, { nonce, report: context.get(reportContext) });
  takePage?.(html);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(takePage ? null : html, { headers, status: isWhole ? status : 500 });
}

type Rendering = { nonce: string; report(error: unknown): void };

/** Pages are cached whole, so streaming would gain nothing. */
function renderWhole(page: ReactNode, { nonce, report }: Rendering): Promise<{ html: string; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    let isWhole = true;
    const parts: Buffer[] = [];
    const sink = new Writable({
      write(part, _, next) {
        parts.push(part);
        next();
      },
      final(done) {
        resolve({ html: Buffer.concat(parts).toString(), isWhole });
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // In a long page React would move finished parts to the end, where only a script puts them into their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError(error) {
        isWhole = false;
        report(error);
      },
    });
  });
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
