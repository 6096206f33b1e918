import type { Site } from "@shoreline/contract";
import type { MetaDescriptor } from "react-router";

/** What every page needs for its meta tags. */
export type SiteInfo = { name: string; publicUrl: string };

export function siteInfo({ institute, publicUrl }: Site): SiteInfo {
  return { name: institute.name, publicUrl };
}

type Page = {
  title: string;
  description: string;
  path: string;
  /** The name of its picture below /share/. */
  card: string;
  at: SiteInfo;
  /** The page between home and this one. */
  below?: { name: string; path: string };
  data?: Record<string, unknown>[];
};

/** Title, description, canonical address and share preview of a page. */
export function describePage({ title, description, path, card, at, below, data = [] }: Page): MetaDescriptor[] {
  const url = at.publicUrl + path;
  const short = shorten(description);
  const fullTitle = title.includes(at.name) ? title : `${title}: ${at.name}`;
  return [
    { title: fullTitle },
    { name: "description", content: short },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: at.name },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: short },
    { property: "og:url", content: url },
    { property: "og:image", content: `${at.publicUrl}/share/${card}.jpg` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    ...[breadcrumbs([...(below ? [below] : []), { name: title, path }], at), ...data].map((item) => ({
      "script:ld+json": { "@context": "https://schema.org", ...item },
    })),
  ];
}

/** Search engines show about this much. Cuts at a sentence if possible, else at a word. */
function shorten(text: string): string {
  if (text.length <= 170) return text;
  const cut = text.slice(0, 165);
  const sentence = cut.lastIndexOf(". ");
  return sentence > 80 ? cut.slice(0, sentence + 1) : `${cut.slice(0, cut.lastIndexOf(" "))}…`;
}

function breadcrumbs(steps: { name: string; path: string }[], { publicUrl }: SiteInfo): Record<string, unknown> {
  const trail = [{ name: "Home", path: "/" }, ...steps.filter(({ path }) => path !== "/")];
  const itemListElement = trail.map((step, n) => ({
    "@type": "ListItem",
    position: n + 1,
    name: step.name,
    item: publicUrl + step.path,
  }));
  return { "@type": "BreadcrumbList", itemListElement };
}

export function organisation({ institute, publicUrl }: Pick<Site, "institute" | "publicUrl">): Record<string, unknown> {
  const { name, tagline, email, phone, foundedIn, social } = institute;
  return {
    "@type": "EducationalOrganization",
    name,
    slogan: tagline,
    url: publicUrl,
    logo: `${publicUrl}/icon-512.png`,
    email,
    telephone: phone,
    ...(foundedIn ? { foundingDate: String(foundedIn) } : {}),
    address: postalAddress(institute),
    sameAs: Object.values(social),
  };
}

export function postalAddress({ address, city }: Pick<Site["institute"], "address" | "city">): Record<string, unknown> {
  return { "@type": "PostalAddress", streetAddress: address[0], addressLocality: city, addressCountry: "IN" };
}
