/** Where a visitor came from first: kept in the browser and sent with each form. */

/** As advertisements name themselves in the address. */
export const campaignFields = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
type CampaignField = (typeof campaignFields)[number];

export type FirstVisit = {
  /** The path of the first page. */
  page: string;
  /** The host of the page that had the link; empty if there was none. */
  from: string;
  campaign: Partial<Record<CampaignField, string>>;
};

export const firstVisitHeader = "x-first-visit";
const longest = 200;

/** What the browser sent, or null if it is not what our script writes. Anybody can send anything: only short texts are taken. */
export function readFirstVisit(sent: string | undefined): FirstVisit | null {
  const found = parse(sent);
  const page = pageForAll(shorten(found?.page));
  if (!found || !page.startsWith("/")) return null;
  const campaign = campaignFields.flatMap((field) => {
    const value = shorten(found[field]);
    return value ? [[field, value] as const] : [];
  });
  return { page, from: shorten(found.from), campaign: Object.fromEntries(campaign) };
}

/** Pages whose address is a secret of one person, their number or their certificate. Other programs send whole addresses. */
const personal =
  /^((?:https?:\/\/[^/]+)?\/(?:unsubscribe|register|pay|mcq\/result|webinar\/user\/\w+|staff\/link|view\/e_certificate))\/.*/;

/** The page without what belongs to one person. */
export function pageForAll(page: string): string {
  return page.replace(personal, "$1");
}

/** Headers carry Latin letters only, so the script sends it as an address would. */
function parse(sent: string | undefined): Record<string, unknown> | null {
  if (!sent || sent.length > 4000) return null;
  try {
    const found: unknown = JSON.parse(decodeURIComponent(sent));
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function shorten(value: unknown): string {
  if (typeof value !== "string" || !value.isWellFormed()) return "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line of a list has none of them.
  return [...value.replace(/[\x00-\x1f\x7f]/g, " ").trim()].slice(0, longest).join("");
}
