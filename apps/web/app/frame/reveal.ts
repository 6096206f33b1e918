import { useEffect } from "react";
import { useLocation } from "react-router";
import * as styles from "./reveal.module.css";

const offsetInPx = 120;

/** Sections below the fold fade in when they are scrolled to; visible ones are never hidden. */
export function useReveal(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other sections.
  useEffect(() => {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const below = [...document.querySelectorAll<HTMLElement>("[data-reveal]")].filter(
      (element) => element.getBoundingClientRect().top > window.innerHeight,
    );
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) {
          if (!isIntersecting) continue;
          target.classList.add(styles.revealed);
          target.classList.remove(styles.waiting);
          observer.unobserve(target);
        }
      },
      { rootMargin: `0px 0px -${offsetInPx}px 0px` },
    );
    for (const element of below) {
      element.classList.add(styles.waiting);
      observer.observe(element);
    }
    return () => observer.disconnect();
  }, [pathname]);
}
