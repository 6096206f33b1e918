import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";

// A page that is there sooner than this is better not announced: a flash of grey only disturbs.
const patienceMs = 150;

/** Where a visitor is going to, once it takes so long that they should see something. */
export function usePending(): string | null {
  const { location } = useNavigation();
  const { pathname: here } = useLocation();
  const to = location && location.pathname !== here ? location.pathname : null;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(to), to ? patienceMs : 0);
    return () => clearTimeout(timer);
  }, [to]);
  return to && shown === to ? to : null;
}

/** The outline of the page that is on its way. */
export function Pending({ path }: { path: string }) {
  return (
    <div className="wrap grid gap-6 py-12" role="status">
      <span className="sr-only">Loading</span>
      {path.startsWith("/onlinecourses/viewdetails/") ? <CourseOutline /> : <ListOutline />}
    </div>
  );
}

function CourseOutline() {
  return (
    <>
      <div className="grid gap-10 lg:grid-cols-[7fr_5fr]">
        <div className="grid content-start gap-5">
          <div className="skeleton h-6 w-48" />
          <div className="skeleton h-16 w-4/5" />
          <div className="skeleton h-24" />
        </div>
        <div className="skeleton h-96" />
      </div>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <div key={n} className="skeleton h-14" />
      ))}
    </>
  );
}

function ListOutline() {
  return (
    <>
      <div className="skeleton h-16 w-3/5" />
      <div className="grid gap-x-6 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <div key={n} className="skeleton h-80" />
        ))}
      </div>
    </>
  );
}

/** After going to another page the keyboard and the screen reader begin where it begins. */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}
