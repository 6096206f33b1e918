import { type ReactNode, useContext, useEffect } from "react";
import { Links, Meta, Outlet, redirectDocument, Scripts, ScrollRestoration, useLocation } from "react-router";
import type { Route } from "./+types/root";
import { headScript } from "./lib/head-script.ts";
import { IsMainAlone } from "./lib/main-alone.ts";
import { PagePolicy } from "./lib/page-policy.ts";
import { markHydrated, pageProblem } from "./lib/problem.ts";
import { ServerScript } from "./lib/server-script.tsx";
import { wake } from "./lib/wake.ts";
import "./styles/tokens.css";
import { ProblemPage } from "./ui/problem-page.tsx";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: Route.MetaFunction = ({ error }) => {
  if (!error) return [];
  return [
    { title: pageProblem(error).kind === "missing" ? "404 Page Not Found" : "Something went wrong" },
    { name: "robots", content: "noindex" },
  ];
};

/**
 * A document keeps the policy that it came with. So a page that needs another one, because it opens the payment provider's
 * checkout, is loaded as a document, before anything is typed into it (decision 010).
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request, pattern }) => {
    const { otherDocuments } = window as { otherDocuments?: string[] };
    if (otherDocuments?.includes(pattern)) throw redirectDocument(request.url);
  },
];

export function Layout({ children }: { children: ReactNode }) {
  const isMainAlone = useContext(IsMainAlone);
  const policy = useContext(PagePolicy);
  const { nonce } = policy;
  // Hydration keeps the script that it finds, so the browser does not load it twice.
  const script = import.meta.env.SSR ? headScript(policy) : "";
  // The browser has none: React leaves in the head what it did not render.
  const look = import.meta.env.SSR ? policy.look : undefined;
  // Here and not in the page: what failed has been taken over too.
  useEffect(() => {
    markHydrated();
    window.isTakenOver = true;
    // It caches the offline page; everything else works without it.
    if (import.meta.env.PROD) navigator.serviceWorker?.register("/offline.js").catch(() => {});
  }, []);
  if (import.meta.env.SSR && isMainAlone) return <InBody>{children}</InBody>;
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {look ? <meta name="theme-color" content={look.light} media="(prefers-color-scheme: light)" /> : null}
        {look ? <meta name="theme-color" content={look.dark} media="(prefers-color-scheme: dark)" /> : null}
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: colours that the contract has checked. */}
        {look?.style ? <style nonce={nonce} dangerouslySetInnerHTML={{ __html: look.style }} /> : null}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        <ServerScript>{import.meta.env.SSR ? `(${wake})()` : ""}</ServerScript>
      </body>
    </html>
  );
}

/** At the place where the page has it, so that React gives the same ids: a null stands for each part beside it in Layout. */
function InBody({ children }: { children: ReactNode }) {
  const body = (
    <>
      {children}
      {null}
      {null}
      {null}
    </>
  );
  return (
    <>
      {null}
      {body}
    </>
  );
}

export default function Root() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every page after the first.
  useEffect(() => {
    if (window.isTakenOver) window.showFaces?.();
  }, [pathname]);
  // Signing in or out in one tab updates all tabs.
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === "token") document.documentElement.toggleAttribute("data-signed-in", Boolean(newValue));
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, []);
  return <Outlet />;
}

/** The last resort, when even the frame of the site could not be rendered. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="wrap">
      <ProblemPage {...pageProblem(error)} />
    </main>
  );
}
