import type { Deps } from "../../context.ts";
import { readInstitute } from "../site/queries.ts";
import { makeLink } from "./links.ts";
import { addStaff, findByEmail, listStaff } from "./queries.ts";

/** What a start on this machine says about the console. Until an owner has come, it shows a link for the first one. */
export async function greetStaff(deps: Deps): Promise<string[]> {
  const { db, clock, publicUrl } = deps;
  const people = await listStaff(db);
  if (people.some(({ isDemo }) => isDemo)) return [`Staff:   ${publicUrl}/staff opens the console, in any role`];
  if (people.some(({ roles, lastSeenAt }) => lastSeenAt && roles.includes("owner")))
    return [`Staff:   ${publicUrl}/staff opens the console`];
  const { email } = await readInstitute(db);
  const url = await db.transaction(async (tx) => {
    const added = await addStaff(tx, { name: "Owner", email, roles: ["owner"], now: clock.now() });
    const person = added ?? (await findByEmail(tx, email));
    return person && makeLink(deps, tx, { person, purpose: "invitation" });
  });
  return url ? [`Staff:   ${url}`, "         sets up the first owner, once; other owners: npm run staff"] : [];
}
