import type { Parts } from "../lib/parts.ts";

export type NavEntry = { text: string; to: string; isOutside?: boolean; below?: NavEntry[] };

type Links = { placementUrl: string | null; jobPortalUrl: string | null };

/** The entries of the top bar and of the side menu, in their order. */
export function navEntries(links: Links | undefined, parts: Parts | undefined): NavEntry[] {
  const outside = (text: string, to: string | null | undefined): NavEntry[] =>
    to ? [{ text, to, isOutside: true }] : [];
  return [
    { text: "Home", to: "/" },
    ...(parts?.about ? [{ text: "About Us", to: "/aboutus" }] : []),
    ...(parts?.services ? [{ text: "Services", to: "/services" }] : []),
    ...courses(parts),
    ...outside("Placement", links?.placementUrl),
    ...outside("Job Portal", links?.jobPortalUrl),
    { text: "Contact Us", to: "/contactus" },
  ];
}

function courses(parts: Parts | undefined): NavEntry[] {
  const online = { text: "Online", to: "/onlinecourses" };
  const offline = { text: "Offline", to: "/offlinecourses" };
  if (parts?.courses && parts.offline) return [{ text: "Courses", to: online.to, below: [online, offline] }];
  const only = parts?.offline && !parts.courses ? offline : online;
  return [{ text: "Courses", to: only.to }];
}
