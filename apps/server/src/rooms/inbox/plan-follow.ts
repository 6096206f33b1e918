import type { LeadSource } from "@shoreline/domain/inbox";
import type { LeadRow } from "./row.ts";
import { nameFromAddress, type Sent } from "./sources.ts";

/** What a known lead gains from something new: `gained` is for the audit log too. What staff have written stays. */
export function planFollow(known: LeadRow, sent: Sent) {
  const isNewer = sent.at > known.lastAt;
  const isBought = sent.kind === "purchase" && known.status !== "enrolled";
  // Who writes again is not lost.
  const isBack = known.status === "lost" && isNewer && sent.kind !== "purchase";
  const status = isBought ? ("enrolled" as const) : isBack ? ("new" as const) : known.status;
  const isEarlier = sent.at < known.cameAt && sent.kind !== "purchase";
  const wantsCall = isNewer && ["popup", "contact"].includes(sent.kind) && !["new", "lost"].includes(known.status);
  const isCalledLater = !known.nextCallAt || known.nextCallAt > sent.at;
  const gained: Partial<LeadRow> = {
    // A newsletter knows an address only; now there is a name.
    ...(!sent.isNameGuessed && known.name === nameFromAddress(known.email ?? "") ? { name: shortened(sent.name) } : {}),
    // Who writes again is called, although the lead is not new.
    ...(wantsCall && isCalledLater ? { nextCallAt: sent.at, remindedAt: null } : {}),
    ...(!known.email && sent.email ? { email: sent.email } : {}),
    ...(!known.number && sent.number ? { number: sent.number } : {}),
    ...(!known.learnerId && sent.learnerId ? { learnerId: sent.learnerId } : {}),
    ...(status !== known.status ? { status, lostReason: null } : {}),
    ...(isBought ? { nextCallAt: null } : {}),
    ...(isNewer && sent.interest && sent.interest !== known.interest ? { interest: sent.interest } : {}),
  };
  const values: Partial<LeadRow> = {
    ...gained,
    lastAt: isNewer ? sent.at : known.lastAt,
    ...(isEarlier ? originOf(sent) : {}),
  };
  return { values, gained, action: isBought ? "Enrolled by a purchase" : isBack ? "Opened again" : undefined };
}

function originOf({ at, kind, landingPage = "", campaign = {} }: Sent) {
  return { cameAt: at, source: kind as LeadSource, landingPage, campaign };
}

const longestName = 100;

export function shortened(name: string): string {
  return [...name].slice(0, longestName).join("");
}
