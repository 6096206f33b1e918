import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { Skeleton } from "../ui/skeleton.tsx";
import * as styles from "./pending.module.css";

// A page that loads faster than this shows no outline: a short flash of grey only disturbs.
const patienceMs = 150;

/** The path of a navigation that takes long enough to show an outline. */
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

/** The outline of the page that is loading: boxes where the page will have its parts. */
export function Pending({ path }: { path: string }) {
  // The scroll position was saved when the navigation started, so Back still restores it.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  const isCourse = /^\/(online|offline)courses\/./.test(path);
  return (
    <div className={`wrap ${styles.outline} ${isCourse ? styles.course : styles.list}`} role="status">
      <span className="sr-only">Loading</span>
      {[..."123456789abc"].map((n) => (
        <Skeleton key={n} />
      ))}
    </div>
  );
}

/** After a navigation, moves the focus to the start of the new page. */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
}
