import type { Lead, LeadBulkChange, LeadChange } from "@shoreline/contract";
import { isSameTag, maxTags } from "@shoreline/domain/inbox";
import { inboxClient, isRefused } from "../client.ts";
import { leadsText } from "./lead-words.ts";

/** Puts back what a change to these leads has changed. Null if it has changed none of them. */
export function undoMany(leads: Lead[], change: LeadBulkChange): (() => Promise<string>) | null {
  // What is put back is not put back again when a later one fails and somebody presses again.
  const waiting = leads.filter((lead) => isChanged(lead, change));
  if (waiting.length === 0) return null;
  let [undone, left] = [0, 0];
  return async () => {
    for (let lead = waiting[0]; lead; lead = waiting[0]) {
      (await isPutBack(lead, change)) ? undone++ : left++;
      waiting.shift();
    }
    const done = `${leadsText({ count: undone, isMore: false })} ${undone === 1 ? "is" : "are"} as before.`;
    return left === 0 ? done : `${done} ${left} that a colleague changed meanwhile ${left === 1 ? "stays" : "stay"}.`;
  };
}

/** By its version: what a colleague has changed meanwhile stays. */
async function isPutBack(lead: Lead, change: LeadBulkChange): Promise<boolean> {
  const { leadId, version, isSpam } = lead;
  try {
    if (change.isSpam !== undefined) await inboxClient.spam({ leadId, isSpam });
    else await inboxClient.change({ leadId, version: version + 1, ...formerOf(lead, change) });
    return true;
  } catch (error) {
    if (isRefused(error, "CHANGED_MEANWHILE")) return false;
    throw error;
  }
}

function isChanged(lead: Lead, change: LeadBulkChange): boolean {
  if (change.isSpam !== undefined) return change.isSpam !== lead.isSpam;
  return Object.keys(formerOf(lead, change)).length > 0;
}

function formerOf({ status, lostReason, nextCallAt, tags, owner }: Lead, change: LeadBulkChange): LeadChange {
  const ownerId = owner?.staffId ?? null;
  const isMoved =
    change.status !== undefined && (change.status !== status || (change.lostReason ?? null) !== lostReason);
  const isPlanned = change.nextCallAt !== undefined && change.nextCallAt !== nextCallAt;
  const { addTag } = change;
  const isTagged = addTag !== undefined && !tags.some((tag) => isSameTag(tag, addTag)) && tags.length < maxTags;
  return {
    // Who is won or lost loses the next call with it.
    ...(isMoved ? { status, lostReason, nextCallAt } : {}),
    ...(isPlanned ? { nextCallAt } : {}),
    ...(change.ownerId !== undefined && change.ownerId !== ownerId ? { ownerId } : {}),
    ...(isTagged ? { tags } : {}),
  };
}
