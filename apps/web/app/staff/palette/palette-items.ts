import type { Found, Lead, Paper, StaffMe } from "@shoreline/contract";
import type { Permission } from "@shoreline/domain/staff";
import { may } from "../queries.ts";
import { staffRooms } from "../rooms.ts";
import { formatWhen } from "../when.ts";
import { capitalise, numberText } from "../words.ts";

/** What an entry of the palette opens or does; null for one that is only there to be read. */
type PaletteTarget = { to: string } | { act: "sign out" | "show keys" } | null;
export type PaletteItem = {
  id: string;
  icon: string;
  title: string;
  detail: string;
  /** A number of a paper, which is set in mono. */
  isNumber?: boolean;
  keys?: string[];
  target: PaletteTarget;
};
export type PaletteGroup = { name: string; items: PaletteItem[] };

type Action = Pick<PaletteItem, "title" | "icon" | "keys" | "target"> & { permission: Permission };

const actions: Action[] = [
  { title: "Enrol a learner", icon: "form", keys: ["E"], target: { to: "/staff/enrol" }, permission: "enrol learners" },
  { title: "New lead", icon: "plus", target: { to: "/staff/leads?new=1" }, permission: "change leads" },
  { title: "Import leads", icon: "import", target: { to: "/staff/leads?import=1" }, permission: "import leads" },
  { title: "Export leads", icon: "export", target: { to: "/staff/leads?export=1" }, permission: "export leads" },
  { title: "Invite a colleague", icon: "plus", target: { to: "/staff/people?invite=1" }, permission: "change people" },
  {
    title: "Show the keyboard map",
    icon: "info",
    keys: ["?"],
    target: { act: "show keys" },
    permission: "own account",
  },
  { title: "Sign out", icon: "out", target: { act: "sign out" }, permission: "own account" },
];

/** Rooms and actions that fit what was typed: all of them for who has typed nothing. */
export function commandGroups(words: string, me: StaffMe): PaletteGroup[] {
  const rooms = staffRooms.map(({ text, icon, permission, key, to }) => ({
    title: text,
    icon,
    permission,
    keys: ["G", key.toUpperCase()],
    target: { to },
  }));
  const fitting = (group: string, all: Action[]) =>
    all
      .filter(({ title, permission }) => may(me, permission) && hasWords(`${group} ${title}`, words))
      .map(({ permission, ...item }) => ({ ...item, id: `${group} ${item.title}`, detail: "" }));
  return withItems([
    { name: "Go to", items: fitting("Go to", rooms) },
    { name: "Do", items: fitting("Do", actions) },
  ]);
}

/** What the search has found. Somebody who is a lead and a learner is listed once, as a learner. */
export function foundGroups({ leads, learners, papers }: Found, me: StaffMe): PaletteGroup[] {
  const known = new Set(learners.map(({ leadId }) => leadId));
  const others = leads.filter(({ leadId }) => !known.has(leadId));
  return withItems([
    { name: "People", items: [...learners.map((learner) => learnerItem(learner, me)), ...others.map(leadItem)] },
    { name: "Orders and papers", items: papers.map(paperItem) },
  ]);
}

/** Answers to earlier words: what fits the new ones too can stay until theirs are here. */
export function keepFitting(groups: PaletteGroup[], words: string): PaletteGroup[] {
  // A phone number is shown in groups and often typed without.
  const fits = ({ title, detail }: PaletteItem) => hasWords(`${title} ${detail} ${detail.replaceAll(" ", "")}`, words);
  return withItems(groups.map(({ name, items }) => ({ name, items: items.filter(fits) })));
}

function withItems(groups: PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

function leadItem({ leadId, name, status, interest, number, email }: Lead): PaletteItem {
  const detail = listed("Lead", status, interest, number && numberText(number), email);
  return { id: `lead ${leadId}`, icon: "leads", title: name, detail, target: toLead(leadId) };
}

function learnerItem({ learnerId, name, number, email, leadId }: Found["learners"][number], me: StaffMe): PaletteItem {
  const detail = listed("Learner", number && numberText(number), email);
  const toEnrol = may(me, "enrol learners") ? { to: `/staff/enrol?number=${encodeURIComponent(number)}` } : null;
  const target = leadId && may(me, "see leads") ? toLead(leadId) : toEnrol;
  return { id: `learner ${learnerId}`, icon: "person", title: name, detail, target };
}

function paperItem({ kind, number, text, at, to }: Paper): PaletteItem {
  return {
    id: `${kind} ${number}`,
    icon: kind === "certificate" ? "certificate" : "receipt",
    title: number,
    isNumber: true,
    detail: listed(capitalise(kind), text, formatWhen(at)),
    target: to ? { to } : null,
  };
}

function toLead(leadId: string): PaletteTarget {
  return { to: `/staff/leads?lead=${leadId}` };
}

function listed(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(", ");
}

function hasWords(text: string, words: string): boolean {
  const whole = text.toLowerCase();
  return words
    .toLowerCase()
    .split(" ")
    .every((word) => whole.includes(word));
}
