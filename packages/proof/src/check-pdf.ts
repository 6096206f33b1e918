import { asLatin1 } from "./bytes.ts";
import { type Checked, checkInside } from "./credential.ts";
import { differences } from "./facts.ts";
import { findingOf, plainFinding, withBehind, withChanges, withOuterKey } from "./finding.ts";
import { readAttached } from "./pdf.ts";
import { checkPage, type PageCheck } from "./pdf-signature.ts";
import type { Change, Finding, TrustedKeys } from "./types.ts";

/** The credential's copies inside a PDF, then the signature over its pages. */
export async function checkPdf(bytes: Uint8Array, trusted: TrustedKeys): Promise<Finding> {
  const text = asLatin1(bytes);
  const { json, jwt, isBroken } = await readAttached(bytes, text);
  const page = await checkPage(bytes, text, trusted);
  if (page.state !== "intact" && isCut(text)) return plainFinding("damaged", "pdf");
  const copies: Checked[] = [];
  for (const copy of [...json, ...jwt]) copies.push(await checkInside(copy, trusted));
  if (copies.length === 0) return withoutCredential(isBroken, page);
  const finding = combine(copies, isBroken && page.state !== "intact", trusted);
  return finding.kind === "genuine" || finding.kind === "changed" ? withPage(finding, page) : finding;
}

function withoutCredential(isBroken: boolean, page: PageCheck): Finding {
  if (page.state === "changed") return withChanges(plainFinding("empty", "pdf"), [{ part: "page", why: "changed" }]);
  return plainFinding(isBroken ? "damaged" : "empty", "pdf");
}

/** Programs write an end when they save a file, whatever they changed: without one the file did not come whole. */
function isCut(text: string): boolean {
  const last = text.slice(-1024);
  const end = last.lastIndexOf("%%EOF");
  return end < 0 || /\d obj\b/.test(last.slice(end));
}

/** An intact copy tells what the others said before they were changed. */
function combine(copies: Checked[], isBroken: boolean, trusted: TrustedKeys): Finding {
  const intact = copies.find(({ state }) => state === "intact");
  const odd = copies.find(({ state }) => state !== "intact") ?? copies.find((copy) => intact && isOther(copy, intact));
  if (!odd)
    return intact && isBroken ? changedCopy(intact, intact, trusted) : findingOf(copies[0] as Checked, "pdf", trusted);
  if (!intact || odd.state === "distrusted") return findingOf(odd, "pdf", trusted);
  return changedCopy(odd, intact, trusted);
}

function changedCopy(odd: Checked, intact: Checked, trusted: TrustedKeys): Finding {
  const fields: Change[] = odd.facts && intact.facts ? differences(odd.facts, intact.facts) : [];
  const finding = { ...findingOf(intact, "pdf", trusted), facts: odd.facts ?? intact.facts };
  return withChanges(finding, fields.length ? fields : [{ part: "credential" }]);
}

function isOther(one: Checked, other: Checked): boolean {
  return one.facts !== null && other.facts !== null && differences(one.facts, other.facts).length > 0;
}

function withPage(finding: Finding, page: PageCheck): Finding {
  switch (page.state) {
    case "unreadable":
    case "changed":
      // The pages hold the credential: where that was changed, nothing tells whether they were changed elsewhere too.
      return finding.kind === "changed" ? finding : withChanges(finding, [{ part: "page", why: "changed" }]);
    case "intact":
      return withBehind(withOuterKey(finding, page.key, page.signedAt), page.behind);
    default:
      return withChanges(finding, [{ part: "page", why: page.state }]);
  }
}
