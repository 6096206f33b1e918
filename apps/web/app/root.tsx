import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { Route } from "./+types/root";
import schibsted from "./fonts/schibsted.woff2?url";
import { pageProblem } from "./lib/problem.ts";
import "./styles/tokens.css";
import { ProblemPage } from "./ui/problem-page.tsx";

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: schibsted, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/icon.svg", type: "image/svg+xml" },
];

export const meta: Route.MetaFunction = ({ error }) => {
  if (!error) return [];
  return [
    { title: pageProblem(error).isMissing ? "404 Page Not Found" : "Something went wrong" },
    { name: "robots", content: "noindex" },
  ];
};

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The last resort, when even the frame of the site could not be drawn. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main className="wrap">
      <ProblemPage {...pageProblem(error)} />
    </main>
  );
}
