import { Writable } from "node:stream";
import { usualColours } from "@shoreline/domain/brand";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";
import { load, reportContext } from "./lib/load.ts";
import { type Look, lookOf } from "./lib/look.ts";
import { IsMainAlone } from "./lib/main-alone.ts";
import { PagePolicy, type PageText, policyContext } from "./lib/page-policy.ts";
import { fillsOf, placeOfShell, type Shell, shellOf, toExpression, withState } from "./lib/shells.ts";

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
  const { takePage = () => {}, ...facts } = context.get(policyContext);
  const isConsole = /^\/staff(\/|$)/.test(new URL(request.url).pathname);
  const policy = { ...facts, isConsole, look: await readLook(context) };
  const { nonce = "" } = policy;
  const report = context.get(reportContext);
  const { serverHandoffStream, ...router } = routerContext;
  const state = toExpression(await new Response(serverHandoffStream).text());
  const draw = { whole: pageOf({ isMainAlone: false }), main: pageOf({ isMainAlone: true }), state, nonce, report };
  // While somebody works on the frame, each page shows it as it is now.
  const place = import.meta.env.DEV ? null : placeOfShell(router);
  const { page, hasFailed } = drawInShell(place?.read(), draw) ?? (await drawWhole(place, draw));
  takePage(page);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(null, { headers, status: hasFailed ? 500 : status });

  function pageOf({ isMainAlone }: { isMainAlone: boolean }): ReactNode {
    return (
      <PagePolicy value={policy}>
        <IsMainAlone value={isMainAlone}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </IsMainAlone>
      </PagePolicy>
    );
  }
}

type Drawing = { whole: ReactNode; main: ReactNode; state: string; nonce: string; report(error: unknown): void };
type Drawn = { page: PageText; hasFailed: boolean };

function drawInShell(shell: Shell | null | undefined, { main, ...drawn }: Drawing): Drawn | null {
  const fills = shell ? fillsOf(drawAtOnce(main), drawn) : null;
  return shell && fills ? { page: { shell, fills }, hasFailed: false } : null;
}

/** The first page of its place is drawn once more, its main part alone, so that the next ones have a shell. */
async function drawWhole(place: ReturnType<typeof placeOfShell>, drawing: Drawing): Promise<Drawn> {
  const { nonce } = drawing;
  const { html, hasFailed } = await drawHtml(drawing);
  if (place && !hasFailed && place.read() === undefined) {
    const fills = fillsOf(drawAtOnce(drawing.main), drawing);
    const shell = fills && shellOf(html, fills, nonce);
    // Without fills the main part has to wait, perhaps only this once: the next page tries again.
    if (fills) place.keep(shell);
    if (shell) return { page: { shell, fills }, hasFailed };
  }
  return { page: { shell: { html: withState(html, drawing), nonce }, fills: [] }, hasFailed };
}

async function drawHtml({ whole, ...how }: Drawing): Promise<{ html: string; hasFailed: boolean }> {
  const html = drawAtOnce(whole);
  return html ? { html, hasFailed: false } : drawInTime(whole, how);
}

/** Null where a part has to wait, or fails: then the page is drawn in the way that waits and reports. */
function drawAtOnce(page: ReactNode): string | null {
  try {
    const html = renderToString(page);
    // React's mark for a part that the browser should draw.
    return html.includes("<!--$!-->") ? null : `${html.startsWith("<html") ? "<!DOCTYPE html>" : ""}${html}`;
  } catch {
    return null;
  }
}

/** In one piece: pages are cached, so streaming would gain nothing. */
function drawInTime(page: ReactNode, { nonce, report }: Pick<Drawing, "nonce" | "report">) {
  return new Promise<{ html: string; hasFailed: boolean }>((resolve, reject) => {
    let hasFailed = false;
    const parts: Buffer[] = [];
    const sink = new Writable({
      write(part, _, next) {
        parts.push(part);
        next();
      },
      final(done) {
        resolve({ html: Buffer.concat(parts).toString(), hasFailed });
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
        hasFailed = true;
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
