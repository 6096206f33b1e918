import type { Profile, Purchase } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import "../styles/account.css";
import "../styles/portal.css";
import { load } from "../lib/api.ts";
import { pageProblem } from "../lib/problem.ts";
import { keepPerson, useToken } from "../lib/session.ts";
import { ProblemPage } from "../ui/problem-page.tsx";
import { Stuck } from "../ui/stuck.tsx";
import type { Route } from "./+types/layout";
import type { Classroom } from "./classroom.ts";
import { leaveFor, takeWay } from "./leave.ts";
import { createQueryClient, useProfile, usePurchases } from "./queries.ts";
import { TopBar } from "./top-bar.tsx";

export const meta = () => [{ title: "Classroom" }, { name: "robots", content: "noindex" }];

/** Nothing of a person is in the page from the server: it is the same for everyone, and kept. */
export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const { institute, isDemo } = await client.site.read({});
    return { institute: { name: institute.name, phone: institute.phone, timeZone: institute.timeZone }, isDemo };
  });
}

export function shouldRevalidate() {
  return false;
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  const [queries] = useState(createQueryClient);
  const token = useToken();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEffect(() => {
    if (token !== null) return;
    // Of whoever was here nothing stays, not even in memory.
    queries.clear();
    const { to, state } = takeWay() ?? { to: `/login?next=${encodeURIComponent(pathname + search)}` };
    navigate(to, { replace: true, state });
  }, [token, navigate, pathname, search, queries]);

  return (
    <QueryClientProvider client={queries}>
      {loaderData.isDemo ? (
        <p className="bg-sun p-2 text-center text-s text-on-sun">
          This is a demonstration. Do not enter real names, numbers or payments.
        </p>
      ) : null}
      {token ? <Guarded key={token} institute={loaderData.institute} /> : <Shell name={loaderData.institute.name} />}
    </QueryClientProvider>
  );
}

function Guarded({ institute }: Pick<Classroom, "institute">) {
  const profile = useProfile();
  const purchases = usePurchases();
  const navigate = useNavigate();
  const error = profile.error ?? purchases.error;

  useEffect(() => {
    if (!(error instanceof ApiError)) return;
    if (error.status === 401) leaveFor("/", error.message);
    else navigate("/", { replace: true, state: { told: error.message } });
  }, [error, navigate]);
  useEffect(() => {
    if (profile.data) keepPerson(profile.data);
  }, [profile.data]);

  const retry = () => {
    profile.refetch();
    purchases.refetch();
  };
  if (profile.data && purchases.data) {
    const classroom: Classroom = { institute, profile: profile.data, purchases: purchases.data };
    return (
      <Shell name={institute.name} profile={profile.data} purchases={purchases.data}>
        <Outlet context={classroom} />
      </Shell>
    );
  }
  return (
    <Shell name={institute.name}>
      {error && !(error instanceof ApiError) ? <Stuck onRetry={retry} /> : <Outline />}
    </Shell>
  );
}

type ShellProps = { name: string; profile?: Profile; purchases?: Purchase[]; children?: ReactNode };

function Shell({ name, profile, purchases = [], children = <Outline /> }: ShellProps) {
  return (
    <>
      <a href="#main" className="skip">
        Skip to content
      </a>
      <TopBar name={name} profile={profile} purchases={purchases} />
      <main id="main" tabIndex={-1} className="wrap portal-main">
        {children}
      </main>
    </>
  );
}

function Outline() {
  return (
    <div className="grid gap-6" role="status">
      <span className="sr-only">Loading</span>
      <div className="skeleton h-14 w-3/5" />
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3].map((n) => (
          <div key={n} className="skeleton h-72" />
        ))}
      </div>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell name="Home">
      <ProblemPage {...pageProblem(error)} />
    </Shell>
  );
}
