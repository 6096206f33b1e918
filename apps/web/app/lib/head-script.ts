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

/** Runs in every page before anything else, and before the first paint. */
export function headScript({ otherDocuments = [] }: PolicyFacts): string {
  const list = otherDocuments.length > 0 ? [`otherDocuments=${JSON.stringify(otherDocuments)}`] : [];
  return [guardSinks, markSignedIn, ...list].join(";");
}
