import type { Deps } from "../../context.ts";
import { readInstitute } from "../site/queries.ts";
import { aboutPerson, recordChange } from "./audit.ts";
import { makeLink } from "./links.ts";
import { addStaff, listStaff, type StaffRow } from "./queries.ts";

/** What a start on this machine says about the console. Until anybody has come, it shows a link for the first owner. */
export async function greetStaff(deps: Deps): Promise<string[]> {
  const { db, publicUrl } = deps;
  const people = await listStaff(db);
  const [first, ...others] = people;
  if (people.some(({ isDemo }) => isDemo)) return [`Staff:   ${publicUrl}/staff opens the console, in any role`];
  if (others.length > 0 || (first && !isWaiting(first))) return [`Staff:   ${publicUrl}/staff opens the console`];
  const person = first ?? (await addFirst(deps));
  if (!person) return [];
  const url = await db.transaction((tx) => makeLink(deps, tx, { person, purpose: "invitation" }));
  return [`Staff:   ${url}`, "         sets up the first owner, once, within seven days"];
}

function isWaiting({ roles, lastSeenAt, closedAt }: StaffRow): boolean {
  return roles.includes("owner") && !lastSeenAt && !closedAt;
}

async function addFirst(deps: Deps): Promise<StaffRow | null> {
  const { email } = await readInstitute(deps.db);
  return deps.db.transaction(async (tx) => {
    const added = await addStaff(tx, { name: "Owner", email, roles: ["owner"], now: deps.clock.now() });
    if (added) {
      const change = { ...aboutPerson(added), action: "Invited", after: { email, roles: added.roles } };
      await recordChange(tx, { clock: deps.clock, who: "The terminal" }, change);
    }
    return added;
  });
}
