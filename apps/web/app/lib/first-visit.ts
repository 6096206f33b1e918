import { firstVisitHeader } from "@shoreline/domain/first-visit";

declare global {
  interface Window {
    /** Where this visitor came from first, as it is sent with forms. */
    firstVisit?: string;
  }
}

/**
 * Remembers once where the visitor came from: first page, website with the link, and campaign. What is too long for a header keeps
 * page and website. Runs inside the page as text, so it may use nothing from outside.
 */
export function keepFirstVisit(): void {
  try {
    const { pathname, host, search } = location;
    if (!localStorage.firstVisit && !/^\/(staff|dashboard)\b/.test(pathname)) {
      const from = document.referrer && new URL(document.referrer).host;
      const visit = { page: pathname.slice(0, 200), from: from === host ? "" : from };
      const campaign = [...new URLSearchParams(search)].filter(([name]) => name.startsWith("utm_"));
      const write = (texts: object) => encodeURIComponent(JSON.stringify(texts));
      const whole = write({ ...Object.fromEntries(campaign), ...visit });
      localStorage.firstVisit = whole.length > 1500 ? write(visit) : whole;
    }
    window.firstVisit = localStorage.firstVisit;
  } catch {
    // Storage is blocked: nobody knows where they came from.
  }
}

/** Only what has a body is a form. */
export function withFirstVisit(init: RequestInit): RequestInit {
  return init.body ? { ...init, headers: { ...init.headers, [firstVisitHeader]: window.firstVisit ?? "" } } : init;
}
