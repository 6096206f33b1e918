import { enquiryCookie } from "@shoreline/domain/lead";
import { read, write } from "../../lib/storage.ts";

const closedKey = "enquiryClosedAt";
const tabsName = "enquiry";

/** This cookie is all that the product stores about a visitor between visits. */
export function hasSentEnquiry(): boolean {
  return document.cookie.split("; ").includes(`${enquiryCookie.name}=1`);
}

export function rememberSent(): void {
  const maxAge = Math.round(enquiryCookie.lifetimeInMs / 1000);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that visits us.
  document.cookie = `${enquiryCookie.name}=1; path=/; max-age=${maxAge}; samesite=lax`;
  const tabs = new BroadcastChannel(tabsName);
  tabs.postMessage("sent");
  tabs.close();
}

/** Calls back when the enquiry is sent in any tab. Returns how to stop that. */
export function whenSent(callBack: () => void): () => void {
  const tabs = new BroadcastChannel(tabsName);
  tabs.onmessage = callBack;
  return () => tabs.close();
}

export function rememberClosed(): void {
  write("sessionStorage", closedKey, String(Date.now()));
}

export function msSinceClosed(): number | null {
  const at = read("sessionStorage", closedKey);
  return at ? Date.now() - Number(at) : null;
}
