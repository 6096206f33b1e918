import { isFurther, isSameTag, maxTags, uniteTags } from "@shoreline/domain/inbox";
import { lead, type MergeChange, type MergeChanges, type MergeGroup } from "../../db/tables/inbox.ts";
import type { LeadRow } from "./row.ts";

type Values = Partial<LeadRow>;
type Group = { fields: [keyof LeadRow, ...(keyof LeadRow)[]]; isTaken(here: LeadRow, other: LeadRow): boolean };

/** What the lead that goes on takes from the other one. The first field of each tells whether somebody has changed it since. */
const groups: Record<Exclude<MergeGroup, "tags">, Group> = {
  // Who is further on with us: nobody becomes a new enquiry again.
  status: { fields: ["status", "lostReason"], isTaken: (here, other) => isFurther(other.status, here.status) },
  // Nobody calls somebody who has enrolled.
  noCall: {
    fields: ["nextCallAt", "remindedAt"],
    isTaken: (here, other) => other.status === "enrolled" && here.nextCallAt !== null,
  },
  owner: { fields: ["ownerId", "assignedAt"], isTaken: (here, other) => !here.ownerId && other.ownerId !== null },
  nextCall: {
    fields: ["nextCallAt", "remindedAt"],
    isTaken: (here, other) => here.status !== "enrolled" && !here.nextCallAt && other.nextCallAt !== null,
  },
  firstCall: { fields: ["firstCallAt"], isTaken: (here, other) => !here.firstCallAt && other.firstCallAt !== null },
  interest: { fields: ["interest"], isTaken: (here, other) => !here.interest && other.interest !== "" },
  origin: {
    fields: ["cameAt", "source", "landingPage", "campaign"],
    isTaken: (here, other) => other.cameAt < here.cameAt,
  },
  last: { fields: ["lastAt"], isTaken: (here, other) => other.lastAt > here.lastAt },
  // A merge keeps the name; a form may bring the first one that a person wrote.
  name: { fields: ["name"], isTaken: () => false },
};

const groupEntries = Object.entries(groups) as [keyof typeof groups, Group][];

/** The new values, and what to remember for the day on which the two are separated. */
export function planMerge(here: LeadRow, other: LeadRow): { values: Values; changes: MergeChanges } {
  const taken = groupEntries.filter(([, { isTaken }]) => isTaken(here, other));
  const tags = uniteTags([...here.tags, ...other.tags]).slice(0, maxTags);
  return {
    values: Object.assign({ tags }, ...taken.map(([, { fields }]) => pick(other, fields))),
    changes: Object.fromEntries([
      ...taken.map(([name, { fields }]) => [name, { before: pick(here, fields), after: pick(other, fields) }]),
      ...(tags.length > here.tags.length ? [["tags", { before: { tags: here.tags }, after: { tags } }]] : []),
    ]),
  };
}

/** What these values change on a lead. */
export function changesOf(row: LeadRow, values: Values): MergeChanges {
  const after = { ...row, ...values };
  const changed = groupEntries.filter(
    ([name, { fields }]) => name !== "noCall" && fields.some((field) => !isSame(row[field], after[field])),
  );
  return Object.fromEntries(
    changed.map(([name, { fields }]) => [name, { before: pick(row, fields), after: pick(after, fields) }]),
  );
}

function pick(row: LeadRow, fields: (keyof LeadRow)[]): Values {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}

/** A lead that stays merged, or a line of one. */
export type Remaining = Pick<LeadRow, "id" | "tags" | "changedByMerge">;

/**
 * What comes back when the other one leaves: all that nobody has changed since. `remaining` are those who stay merged, and their
 * lines. Where one of them has changed the same after it, that one has to remember what was before: `remembered`, by its id.
 */
export function planSeparation(here: LeadRow, changes: MergeChanges, remaining: Remaining[]) {
  const values: Values = {};
  const remembered = new Map<string, MergeChanges>();
  for (const [name, { fields }] of groupEntries) {
    const change = changes[name];
    const [first] = fields;
    if (!change) continue;
    if (isSame(here[first], change.after[first])) Object.assign(values, fromJson(change.before));
    else
      for (const { id, changedByMerge } of remaining) {
        const theirs = changedByMerge?.[name];
        if (theirs && isSame(theirs.before[first], change.after[first]))
          remembered.set(id, {
            ...changedByMerge,
            ...remembered.get(id),
            [name]: { ...theirs, before: change.before },
          });
      }
  }
  const tags = changes.tags && tagsLeft(here.tags, changes.tags, remaining);
  return { values: tags ? { ...values, tags } : values, remembered };
}

/** What is remembered is kept as JSON writes it. */
function isSame(now: unknown, then: unknown): boolean {
  return JSON.stringify(now ?? null) === JSON.stringify(then ?? null);
}

function fromJson(values: Record<string, unknown>): Values {
  const columns: Record<string, { dataType: string }> = lead as never;
  const revive = (field: string, value: unknown) =>
    typeof value === "string" && columns[field]?.dataType === "date" ? new Date(value) : value;
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, revive(field, value)]));
}

/** Without those that came with the other one, unless somebody who stays has them too. */
function tagsLeft(tags: string[], { before, after }: MergeChange, remaining: Remaining[]): string[] {
  const own = [...(before.tags as string[]), ...remaining.flatMap((one) => one.tags)];
  const gone = (after.tags as string[]).filter((tag) => !own.some((one) => isSameTag(one, tag)));
  return tags.filter((tag) => !gone.some((one) => isSameTag(one, tag)));
}
