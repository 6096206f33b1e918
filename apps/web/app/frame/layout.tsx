import { lazy, type ReactNode, Suspense, useContext, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { load } from "../lib/load.ts";
import { IsMainAlone } from "../lib/main-alone.ts";
import { pageProblem } from "../lib/problem.ts";
import { WebinarAlert } from "../rooms/webinar/webinar-alert.tsx";
import { ProblemPage } from "../ui/problem-page.tsx";
import { skip } from "../ui/skip-link.module.css";
import type { Route } from "./+types/layout";
import { Flash } from "./flash.tsx";
import { Footer } from "./footer.tsx";
import { frameOf } from "./frame-data.ts";
import { Header } from "./header.tsx";
import { Pending, useFocusOnArrival, usePending } from "./pending.tsx";
import { Rail } from "./rail.tsx";
import { useReveal } from "./reveal.ts";

/** Left out when it cannot be loaded: the page works without it. */
const EnquiryPopup = lazy<(props: { courses: string[] }) => ReactNode>(() =>
  import("../rooms/lead/enquiry-popup.tsx").then(
    (module) => ({ default: module.EnquiryPopup }),
    () => ({ default: () => null }),
  ),
);

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [site, next] = await Promise.all([client.site.read({}), client.webinar.notification({})]);
    // The time of the answer would make every page another one.
    return { frame: frameOf(site), webinar: next && { _id: next._id, course: next.course, startAt: next.startAt } };
  });
}

/** The frame is the same on every page, so navigation does not load it again. */
export function shouldRevalidate() {
  return false;
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  useReveal();
  useFocusOnArrival();
  const pending = usePending();
  return <Frame {...loaderData}>{pending ? <Pending path={pending} /> : <Outlet />}</Frame>;
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Frame {...loaderData}>
      <div className="wrap">
        <ProblemPage {...pageProblem(error)} />
      </div>
    </Frame>
  );
}

/** Rendered even without the institute's data: a failing API never blanks the page. */
function Frame({ frame, webinar, children }: Partial<Route.ComponentProps["loaderData"]> & { children: ReactNode }) {
  const isMainAlone = useContext(IsMainAlone);
  const around = (part: ReactNode) => (isMainAlone ? null : part);
  return (
    <>
      {around(
        <a href="#main" className={skip}>
          Skip to content
        </a>,
      )}
      {around(
        frame?.isDemo ? (
          <p className="bg-sun p-2 text-center text-s text-on-sun">
            This is a demonstration. Do not enter real names, numbers or payments.
          </p>
        ) : null,
      )}
      {around(<WebinarAlert next={webinar} />)}
      {around(<Header {...frame} />)}
      <main id="main" tabIndex={-1}>
        <Flash />
        {children}
      </main>
      {around(frame ? <Footer {...frame} /> : null)}
      {around(frame ? <Rail {...frame} /> : null)}
      {around(<Later>{frame ? <EnquiryPopup courses={frame.institute.enquiryCourses} /> : null}</Later>)}
    </>
  );
}

// Popups load after the page, so that they do not slow it down.
const laterMs = 2500;

function Later({ children }: { children: ReactNode }) {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{isLater ? children : null}</Suspense>;
}
