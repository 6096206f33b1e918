import type { Profile, Purchase } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import type { Classroom } from "../lib/classroom.ts";
import { load } from "../lib/load.ts";
import { pageProblem } from "../lib/problem.ts";
import { endSession, keepPerson, takeRedirect, useToken } from "../lib/session.ts";
import { useProfile } from "../rooms/account/queries.ts";
import { usePurchases } from "../rooms/enrolment/queries.ts";
import { LoadFailed } from "../ui/load-failed.tsx";
import { Message, Notice } from "../ui/message.tsx";
import { ProblemPage } from "../ui/problem-page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { skip } from "../ui/skip-link.module.css";
import type { Sign } from "../ui/top-bar.tsx";
import type { Route } from "./+types/layout";
import { type Contact, ContactStrip } from "./contact-strip.tsx";
import * as styles from "./layout.module.css";
import { screens } from "./links.ts";
import { createQueryClient } from "./query-client.ts";
import { TopBar } from "./top-bar.tsx";

export const meta = () => [{ title: "Classroom" }, { name: "robots", content: "noindex" }];

/** The server-rendered page contains no personal data: it is the same for everyone, and cached. */
export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const { institute, isDemo } = await client.site.read({});
    const { name, phone, email, whatsapp, timeZone, batchTimes, brand } = institute;
    return { institute: { name, logo: brand.logo, phone, email, whatsapp, timeZone, batchTimes }, isDemo };
  });
}

export function shouldRevalidate() {
  return false;
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  const token = useToken();
  // Data of one learner is never shown to the next, nor sent in their name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query cache for each token.
  const queries = useMemo(createQueryClient, [token]);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEffect(() => {
    if (token !== null) return;
    // Nothing of the previous learner stays, not even in memory.
    queries.clear();
    const { to, state } = takeRedirect() ?? { to: `/login?next=${encodeURIComponent(pathname + search)}` };
    navigate(to, { replace: true, state });
  }, [token, navigate, pathname, search, queries]);

  return (
    <QueryClientProvider key={token} client={queries}>
      {loaderData.isDemo ? (
        <p className="bg-sun p-2 text-center text-s text-on-sun">
          This is a demonstration. Do not enter real names, numbers or payments.
        </p>
      ) : null}
      {token ? (
        <Guarded key={token} institute={loaderData.institute} />
      ) : (
        <Shell sign={loaderData.institute} contact={loaderData.institute} />
      )}
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
    if (error.status === 401) endSession("/", error.message);
    else navigate("/", { replace: true, state: { notice: error.message } });
  }, [error, navigate]);
  useEffect(() => {
    if (profile.data) keepPerson(profile.data);
  }, [profile.data]);

  const retry = () => {
    profile.refetch();
    purchases.refetch();
  };
  if (profile.data && purchases.data) {
    const history = purchases.data;
    const current = history.filter(({ status }) => status !== "Refunded" && status !== "Transferred");
    const classroom: Classroom = { institute, profile: profile.data, purchases: current, history };
    return (
      <Shell sign={institute} contact={institute} profile={profile.data} purchases={current}>
        <Outlet context={classroom} />
      </Shell>
    );
  }
  return (
    <Shell sign={institute} contact={institute}>
      {error && !(error instanceof ApiError) ? <LoadFailed onRetry={retry} /> : <Outline />}
    </Shell>
  );
}

type ShellProps = { sign: Sign; contact?: Contact; profile?: Profile; purchases?: Purchase[]; children?: ReactNode };

function Shell({ sign, contact, profile, purchases = [], children = <Outline /> }: ShellProps) {
  return (
    <>
      <a href="#main" className={skip}>
        Skip to content
      </a>
      <TopBar sign={sign} profile={profile} purchases={purchases} />
      <main id="main" tabIndex={-1} className={`wrap ${styles.main}`}>
        <noscript>
          <Notice look="wrong">Your classroom needs JavaScript.</Notice>
        </noscript>
        <News />
        {children}
      </main>
      {contact ? <ContactStrip contact={contact} profile={profile} purchases={purchases} /> : null}
    </>
  );
}

/** The outline of the screen that is loading, as far as its address tells. */
function Outline() {
  const pathname = useLocation().pathname.replace(/\/$/, "");
  const title = screens.find(({ to }) => to === pathname)?.text;
  const name = pathname.split("/")[2] ?? "";
  const isForm = name === "editprofile";
  return (
    <>
      {isForm || name === "notification" ? <Skeleton className="h-11 w-20" /> : null}
      {title ? <h1>{title}</h1> : <Skeleton className="h-14 w-3/5" />}
      <div role="status">
        <span className="sr-only">Loading</span>
        {isForm ? <FormOutline /> : listScreens.includes(name) ? <ListOutline /> : <TilesOutline />}
      </div>
    </>
  );
}

const listScreens = ["notification", "purchasehistory", "schedule", "zoompage"];

function FormOutline() {
  return (
    <div className="grid content-start gap-x-16 gap-y-6 lg:grid-cols-[264px_1fr]">
      <Skeleton className="h-22 w-4/5 lg:col-span-2 lg:w-2/5" />
      <Skeleton className="size-32 rounded-full" />
      <div className="grid gap-5 sm:grid-cols-2">
        {Array.from({ length: 10 }, (_, at) => `field ${at}`).map((key) => (
          <Skeleton key={key} className="mt-7 h-12" />
        ))}
      </div>
    </div>
  );
}

function ListOutline() {
  return (
    <div className="grid gap-3">
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} className="h-24" />
      ))}
    </div>
  );
}

function TilesOutline() {
  return (
    <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {[1, 2, 3].map((n) => (
        <div key={n} className="grid gap-3">
          <Skeleton className="aspect-4/3" />
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const queries = useMemo(createQueryClient, []);
  return (
    <QueryClientProvider client={queries}>
      <Shell sign={{ name: "Home" }}>
        <ProblemPage {...pageProblem(error)} />
      </Shell>
    </QueryClientProvider>
  );
}

/** The message for a learner who was redirected here with `navigate(…, { state: { notice } })`. */
function News() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const text = (state as { notice?: string } | null)?.notice;
  // A message means that something has changed.
  useEffect(() => {
    if (!text) return;
    queries.invalidateQueries();
    // Shown once: a reload must not repeat it.
    window.history.replaceState({ ...window.history.state, usr: null }, "");
  }, [text, queries]);
  if (!text) return null;
  return <Message notice={{ kind: "done", text }} onDismiss={() => navigate(pathname, { replace: true })} />;
}
