import display from "../fonts/bricolage-display.woff2?url";
import text from "../fonts/bricolage-text.woff2?url";
import textRupee from "../fonts/bricolage-text-inr.woff2?url";
import schibsted from "../fonts/schibsted.woff2?url";
import schibstedRupee from "../fonts/schibsted-inr.woff2?url";
import { bringFaces, bringFacesAtOnce, type Face } from "./faces.ts";
import { keepFirstVisit } from "./first-visit.ts";
import type { PolicyFacts } from "./page-policy.ts";

// The cached page is the same for everyone, so the browser marks who is signed in.
const markSignedIn = `try{var t=localStorage.getItem("token");if(t&&t!=="undefined")document.documentElement.dataset.signedIn=""}catch(e){}`;

/**
 * Trusted Types: a text that becomes HTML or the address of a script passes here first, or is refused. HTML may be highlighted
 * code (rooms/quiz/code-html.ts), text, and the empty script from which React makes all scripts. The addresses are those of
 * the service worker and of the local checkout: pages that run the provider's have no Trusted Types.
 */
const guardSinks = `self.trustedTypes&&trustedTypes.createPolicy("default",{
createHTML:h=>h==="\\x3cscript>\\x3c/script>"||!/<(?!\\/?(code|span|i|i data-kind="[a-z]")>)/.test(h)?h:null,
createScriptURL:u=>["/offline.js","/dev/gateway/checkout.js"].includes(u)?u:null})`;

const rupee = "U+20B9";
const faces: Face[] = [
  // One narrow, heavy cut for what is large; Latin only, so that all faces together stay below 70 KB.
  { family: "Bricolage Display", weight: "800", url: display, isForHeadings: true },
  { family: "Bricolage Text", weight: "600 700", url: text, isForHeadings: true },
  { family: "Bricolage Text", weight: "600 700", url: textRupee, unicodeRange: rupee, isForHeadings: true },
  { family: "Schibsted", weight: "400 700", url: schibsted },
  { family: "Schibsted", weight: "400 700", url: schibstedRupee, unicodeRange: rupee },
];

/** Runs in every page before anything else, and before the first paint. */
export function headScript({ otherDocuments = [], isConsole = false }: PolicyFacts): string {
  const list = otherDocuments.length > 0 ? [`otherDocuments=${JSON.stringify(otherDocuments)}`] : [];
  const bring = `(${isConsole ? bringFacesAtOnce : bringFaces})(${JSON.stringify(faces)})`;
  return [guardSinks, markSignedIn, `(${keepFirstVisit})()`, ...list, bring].join(";");
}
