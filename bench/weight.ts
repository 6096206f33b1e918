import type { Page, Request } from "@playwright/test";
import { get } from "./get.mjs";

export const kinds = ["document", "stylesheet", "script", "font", "image", "other"] as const;
export type Kind = (typeof kinds)[number];
/** Bytes of the bodies as sent, without headers. `all` is what comes before somebody uses the page; scripts come then. */
export type Bytes = Record<Kind | "all", number>;
export type Weight = { path: string; gzip: Bytes; br: Bytes };

const KB = 1024;
/** Limits for every public page, with gzip. The document contains its styles. */
export const budgets: Partial<Bytes> = { script: 120 * KB, stylesheet: 0, document: 35 * KB, all: 200 * KB };

/** Sign-in pages load the forms of the application. */
const signInBudgets: Partial<Bytes> = { ...budgets, script: 132 * KB };

export type PublicPath =
  | { title: string; path: string; isSignIn?: true; certificateId?: string }
  | { title: string; linkOn: string; below: string };

/** One page for each public route in apps/web/app/routes.ts. */
export const publicPaths: PublicPath[] = [
  { title: "home", path: "/" },
  { title: "about", path: "/aboutus" },
  { title: "services", path: "/services" },
  { title: "contact", path: "/contactus" },
  { title: "career", path: "/career" },
  { title: "terms", path: "/terms-conditions" },
  { title: "privacy", path: "/privacy-policy" },
  { title: "unsubscribe", path: "/unsubscribe/some-token" },
  { title: "courses", path: "/onlinecourses" },
  { title: "course", linkOn: "/onlinecourses", below: "/onlinecourses/viewdetails/" },
  { title: "offline courses", path: "/offlinecourses" },
  { title: "offline course", linkOn: "/offlinecourses", below: "/offlinecourses/" },
  { title: "courses by field and words", path: "/onlinecourses?q=react&field=web&sort=price" },
  { title: "practice tests", path: "/mcq" },
  { title: "topics of a collection", linkOn: "/mcq", below: "/mcq/topics/" },
  { title: "practice test", linkOn: "/mcq/topics/python", below: "/mcq/test/" },
  { title: "verify a certificate", path: "/verify/e_certificate" },
  { title: "certificate", path: "/view/e_certificate/OCNST00001", certificateId: "OCNST00001" },
  { title: "webinars", path: "/webinarview" },
  { title: "webinar", path: "/webinar/first-api" },
  { title: "webinar reminders", path: "/webinar/user/unsubscribe/some-id" },
  { title: "page of certificates that is not there", path: "/certificates/some-token" },
  { title: "payment link that is not valid", path: "/pay/some-token" },
  { title: "login", path: "/login", isSignIn: true },
  { title: "one-time code", path: "/loginotp", isSignIn: true },
  { title: "register", path: "/register/9876543210", isSignIn: true },
  { title: "unknown address", path: "/no-such-page" },
];

/** Finds a page whose address depends on the content through the first link to it. */
export async function findPath(wanted: PublicPath, { baseUrl }: { baseUrl: string }): Promise<string> {
  if ("certificateId" in wanted) await drawPicture(`${baseUrl}/api/certificate/get/${wanted.certificateId}`);
  if ("path" in wanted) return wanted.path;
  const { body } = await get(baseUrl + wanted.linkOn, { "accept-encoding": "identity" });
  const link = [...String(body).matchAll(/href="([^"]+)"/g)].find(([, href]) => href?.startsWith(wanted.below));
  if (!link?.[1]) throw new Error(`${wanted.linkOn} has no link to a ${wanted.title}`);
  return link[1].replaceAll("&amp;", "&");
}

/** The demo's certificates are drawn soon after the first start; this makes sure that it has happened. */
async function drawPicture(lookup: string): Promise<void> {
  const { body } = await get(lookup, {});
  const { certificateUrl } = JSON.parse(String(body)) as { certificateUrl: string };
  await get(new URL(certificateUrl, lookup).href, {});
}

type Visit = {
  /** In a browser context that has loaded nothing yet: its cache is empty. */
  page: Page;
  baseUrl: string;
  path: string;
};

type Requested = { kind: Kind; isFirst: boolean };

/** Opens the path as a first visit on a small phone, and then uses the page. Adds up all requests until the network is idle. */
export async function measureWeight({ page, baseUrl, path }: Visit): Promise<Weight> {
  const requested = new Map<string, Requested>();
  let isFirst = true;
  const record = (request: Request) => {
    const address = request.url();
    // The service worker keeps the offline page for later, at a moment of its own.
    const isForLater = request.serviceWorker() !== null || address.endsWith("/offline.js");
    if (!address.startsWith("http") || requested.has(address) || isForLater) return;
    requested.set(address, { kind: kindOf(request.resourceType(), address), isFirst });
  };
  const context = page.context();
  context.on("request", record);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(new URL(path, baseUrl).href, { waitUntil: "networkidle" });
  isFirst = false;
  await page.dispatchEvent("html", "pointerdown");
  await page.waitForFunction(() => Object.keys(document.querySelector("main") ?? {}).length > 0);
  await page.waitForLoadState("networkidle");
  context.off("request", record);
  const [gzip, br] = await Promise.all([weigh(requested, "gzip"), weigh(requested, "br")]);
  return { path, gzip, br };
}

/** Empty when the page is within the budgets. */
export function whyTooHeavy({ gzip }: Weight, page: PublicPath): string[] {
  const allowed = "isSignIn" in page ? signInBudgets : budgets;
  return (Object.keys(allowed) as (Kind | "all")[])
    .filter((kind) => gzip[kind] > (allowed[kind] ?? Infinity))
    .map((kind) => `${kind} ${inKB(gzip[kind])} KB of ${inKB(allowed[kind] ?? 0)} KB`);
}

/** A Markdown table in KB: gzip, with brotli in parentheses; the last line is the budget. */
export function weightTable(weights: Weight[]): string {
  const columns = [...kinds, "all"] as const;
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["KB, gzip (br)", ...columns]),
    row(["---", ...columns.map(() => "---:")]),
    ...weights.map(({ path, gzip, br }) =>
      row([path, ...columns.map((kind) => `${inKB(gzip[kind])} (${inKB(br[kind])})`)]),
    ),
    row(["budget", ...columns.map((kind) => (budgets[kind] === undefined ? "" : inKB(budgets[kind])))]),
  ].join("\n");
}

/** The browser gives preloaded files no type, so their names decide. */
function kindOf(type: string, address: string): Kind {
  if (address.endsWith(".css")) return "stylesheet";
  if (address.endsWith(".woff2")) return "font";
  return kinds.find((kind) => kind === type) ?? "other";
}

async function weigh(requested: Map<string, Requested>, encoding: "gzip" | "br"): Promise<Bytes> {
  const bytes: Bytes = { document: 0, stylesheet: 0, script: 0, font: 0, image: 0, other: 0, all: 0 };
  const weighOne = async (address: string, { kind, isFirst }: Requested) => {
    const { status, body } = await get(address, { "accept-encoding": encoding });
    if (status !== 200 && kind !== "document") throw new Error(`${address} answers ${status}: nothing to weigh`);
    bytes[kind] += body.length;
    if (isFirst) bytes.all += body.length;
  };
  await Promise.all([...requested].map(([address, what]) => weighOne(address, what)));
  return bytes;
}

function inKB(bytes: number): string {
  return (bytes / KB).toFixed(1);
}
