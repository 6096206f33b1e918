import type { Lead, LeadChange, LeadDetail, LeadOwner } from "@shoreline/contract";
import { inboxClient, isRefused } from "../client.ts";
import { formatWhole } from "../when.ts";
import { leadStatusText } from "./lead-words.ts";

/** What somebody has changed, and the lead as this person saw it. */
export type LeadEdit = { base: LeadDetail; change: LeadChange };
export type LeadConflict = LeadEdit & { theirs: LeadDetail };

type Outcome = { saved: LeadDetail } | { conflict: LeadConflict };

/** If a colleague was quicker: changes of different fields are joined, those of the same field are a conflict. */
export async function saveLead({ base, change }: LeadEdit): Promise<Outcome> {
  const { leadId, version } = base;
  try {
    return { saved: await inboxClient.change({ ...change, leadId, version }) };
  } catch (error) {
    if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
    const theirs = await inboxClient.read({ leadId });
    const conflict = { base, change, theirs };
    if (conflictingFields(conflict).length > 0) return { conflict };
    return { saved: await inboxClient.change({ ...change, leadId, version: theirs.version }) };
  }
}

/** What puts the changed fields back. Who is won or lost has lost the next call with it. */
export function formerOf(before: Lead, { change, saved }: { change: LeadChange; saved: Lead }): LeadChange {
  const isCallGone = change.status !== undefined && before.nextCallAt !== saved.nextCallAt;
  const changed = Object.keys(change);
  return {
    ...Object.fromEntries(Object.entries(asChange(before)).filter(([name]) => changed.includes(name))),
    ...(isCallGone ? { nextCallAt: before.nextCallAt } : {}),
  };
}

/** What goes together is chosen together: a reason belongs to its status. */
const fields = {
  Name: ["name"],
  "E-mail": ["email"],
  Number: ["number"],
  Status: ["status", "lostReason"],
  Owner: ["ownerId"],
  "Next call": ["nextCallAt"],
  Tags: ["tags"],
} as const satisfies Record<string, (keyof LeadChange)[]>;
type FieldName = keyof typeof fields;

export function conflictingFields({ base, change, theirs }: LeadConflict): FieldName[] {
  return (Object.keys(fields) as FieldName[]).filter((name) => {
    const seen = pick(asChange(base), name);
    const current = pick(asChange(theirs), name);
    const wanted = pick(change, name);
    return wanted !== "{}" && current !== seen && current !== wanted;
  });
}

/** The change without the fields for which the colleague's value was chosen. */
export function withoutFields(change: LeadChange, names: FieldName[]): LeadChange {
  const dropped: string[] = names.flatMap((name) => fields[name]);
  return Object.fromEntries(Object.entries(change).filter(([key]) => !dropped.includes(key)));
}

export function fieldText(name: FieldName, given: LeadChange | LeadDetail, owners: LeadOwner[]): string {
  const isLead = "leadId" in given;
  const change = isLead ? asChange(given) : given;
  if (name === "Name") return change.name ?? "";
  if (name === "E-mail") return change.email ?? "";
  if (name === "Number") return change.number ?? "";
  if (name === "Owner") {
    // Who has left is on no list.
    const owner = isLead ? given.owner : owners.find(({ staffId }) => staffId === change.ownerId);
    return owner?.name ?? "nobody";
  }
  if (name === "Next call") return change.nextCallAt ? formatWhole(change.nextCallAt) : "";
  if (name === "Tags") return change.tags?.join(", ") ?? "";
  return [change.status && leadStatusText[change.status], change.lostReason].filter(Boolean).join(": ");
}

function asChange({ name, email, number, status, lostReason, owner, nextCallAt, tags }: Lead): LeadChange {
  return { name, email, number, status, lostReason, ownerId: owner?.staffId ?? null, nextCallAt, tags };
}

function pick(change: LeadChange, name: FieldName): string {
  return JSON.stringify(Object.fromEntries(fields[name].flatMap((key) => (key in change ? [[key, change[key]]] : []))));
}
