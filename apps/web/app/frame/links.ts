import type { Institute } from "@shoreline/contract";

export type NavEntry = { text: string; to: string; isOutside?: boolean; below?: NavEntry[] };

/** The entries of the top bar and of the side menu, in their order. */
export function navEntries(institute: Institute | undefined): NavEntry[] {
  const outside = (text: string, to: string | undefined): NavEntry[] => (to ? [{ text, to, isOutside: true }] : []);
  return [
    { text: "Home", to: "/" },
    { text: "About Us", to: "/aboutus" },
    { text: "Services", to: "/services" },
    {
      text: "Courses",
      to: "/onlinecourses",
      below: [
        { text: "Online", to: "/onlinecourses" },
        { text: "Offline", to: "/offlinecourses" },
      ],
    },
    ...outside("Placement", institute?.placementUrl),
    ...outside("Job Portal", institute?.jobPortalUrl),
    { text: "Contact Us", to: "/contactus" },
  ];
}
