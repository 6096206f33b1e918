import type { StaffRole } from "@shoreline/domain/staff";
import { eq } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { addStaff, findByEmail, updateStaff } from "./queries.ts";
import { newAuthenticatorSecret } from "./totp.ts";

const people: [name: string, roles: StaffRole[]][] = [
  ["Anitha Devan", ["owner"]],
  ["Prakash Immanuel", ["front desk"]],
  ["Shalini Ravi", ["counsellor"]],
  ["Joel Antony", ["trainer"]],
  ["Kamala Srinivasan", ["accountant"]],
];

/** Invented people, in whose roles everybody can enter a demonstration. Every day they are as they were at the beginning. */
export const staffDemo: DemoMaker = {
  load: ({ db, now }) => bringBack(db, now),
  async freshen({ db, now }) {
    await bringBack(db, now);
  },
  has: async (db) => (await db.$count(staff, isOfDemo)) > 0,
  // Who makes the demo the institute's own invites real people: nobody could ever sign in as these.
  async keep(db) {
    await removeAll(db);
  },
  remove: async (db) => ({ staff: await removeAll(db) }),
};

const isOfDemo = eq(staff.isDemo, true);

async function bringBack(db: Db, now: Date): Promise<number> {
  for (const [name, roles] of people) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@shoreline.example`;
    const added = await addStaff(db, { name, email, roles, now, isDemo: true });
    const person = added ?? (await findByEmail(db, email));
    if (!person?.isDemo) continue;
    // Nobody knows the secret of this app: it is there for the list of people.
    const app = added
      ? { authenticatorSecret: newAuthenticatorSecret(), authenticatorSince: now, lastSeenAt: now }
      : {};
    await updateStaff(db, { id: person.id, name, roles, closedAt: null, ...app });
  }
  return people.length;
}

async function removeAll(db: Db): Promise<number> {
  await db.delete(auditEntry).where(eq(auditEntry.isDemo, true));
  return (await db.delete(staff).where(isOfDemo).returning({ id: staff.id })).length;
}
