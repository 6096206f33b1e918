import type { Site } from "@shoreline/contract";
import { wallTime } from "@shoreline/domain/zone";
import { type Parts, partsOf } from "../lib/parts.ts";

export type NavEntry = { text: string; to: string; isOutside?: boolean; below?: NavEntry[] };
type IconLink = { text: string; icon: string; to: string };

/** What the frame shows of the institute. */
export type FrameData = ReturnType<typeof frameData>;

const latest = new WeakMap<Site, FrameData>();

/** Made on the server, so that the browser does not load how; and once for each answer: shells of pages are found by it. */
export function frameOf(site: Site): FrameData {
  const year = wallTime(new Date(), site.institute.timeZone).year;
  const known = latest.get(site);
  const frame = known?.year === year ? known : frameData(site, year);
  latest.set(site, frame);
  return frame;
}

function frameData(site: Site, year: number) {
  const { name, phone, landline, email, address, enquiryCourses, brand } = site.institute;
  const parts = partsOf(site);
  return {
    institute: { name, phone, landline, email, address, enquiryCourses, logo: brand.logo },
    nav: navEntries(site, parts),
    footer: footerLinks(parts),
    networks: networks(site),
    rail: railLinks(site),
    year,
    hasSea: brand.scene === "coast",
    isDemo: site.isDemo,
  };
}

/** The entries of the top bar and of the side menu, in their order. */
function navEntries({ institute: { placementUrl, jobPortalUrl } }: Site, parts: Parts): NavEntry[] {
  return [
    { text: "Home", to: "/" },
    ...(parts.about ? [{ text: "About Us", to: "/aboutus" }] : []),
    ...(parts.services ? [{ text: "Services", to: "/services" }] : []),
    ...courseEntries(parts),
    ...(placementUrl ? [{ text: "Placement", to: placementUrl, isOutside: true }] : []),
    ...(jobPortalUrl ? [{ text: "Job Portal", to: jobPortalUrl, isOutside: true }] : []),
    { text: "Contact Us", to: "/contactus" },
  ];
}

function courseEntries(parts: Parts): NavEntry[] {
  const online = { text: "Online", to: "/onlinecourses" };
  const offline = { text: "Offline", to: "/offlinecourses" };
  const [first, ...others] = [...(parts.courses ? [online] : []), ...(parts.offline ? [offline] : [])];
  if (!first) return [];
  return [{ text: "Courses", to: first.to, ...(others.length > 0 ? { below: [first, ...others] } : {}) }];
}

function footerLinks(parts: Parts) {
  const learn = [
    ...(parts.courses ? [{ text: "Online courses", to: "/onlinecourses" }] : []),
    ...(parts.offline ? [{ text: "Offline courses", to: "/offlinecourses" }] : []),
    ...(parts.tests ? [{ text: "Practice tests", to: "/mcq" }] : []),
    ...(parts.webinars ? [{ text: "Webinars", to: "/webinarview" }] : []),
  ];
  const academy = [
    ...(parts.about ? [{ text: "About Us", to: "/aboutus" }] : []),
    ...(parts.services ? [{ text: "Services", to: "/services" }] : []),
    ...(parts.career ? [{ text: "Career", to: "/career" }] : []),
    { text: "Verify a certificate", to: "/verify/e_certificate/" },
  ];
  return [
    { title: "Learn", links: learn },
    { title: "Institute", links: academy },
  ].filter(({ links }) => links.length > 0);
}

function networks({ institute: { social } }: Site): IconLink[] {
  const all = [
    { text: "Facebook", icon: "fb", to: social.facebook },
    { text: "Instagram", icon: "ig", to: social.instagram },
    { text: "YouTube", icon: "yt", to: social.youtube },
    { text: "LinkedIn", icon: "li", to: social.linkedin },
  ];
  return all.flatMap(({ to, ...rest }) => (to ? [{ ...rest, to }] : []));
}

const greeting = "Hello, I would like to know more about your courses.";

function railLinks({ institute: { whatsapp, codeEditorUrl } }: Site): IconLink[] {
  const chat = `https://wa.me/${whatsapp}?text=${encodeURIComponent(greeting)}`;
  return [
    ...(whatsapp ? [{ text: "WhatsApp", icon: "wa", to: chat }] : []),
    ...(codeEditorUrl ? [{ text: "Code Editor", icon: "code", to: codeEditorUrl }] : []),
    { text: "Verify Certificate", icon: "cert", to: "/verify/e_certificate/" },
  ];
}
