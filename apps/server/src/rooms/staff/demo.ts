import { Refusal, type StaffMe } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";
import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { removeUnusedPhoto } from "./jobs.ts";
import { addStaff, findByEmail, removeProofs, updateStaff } from "./queries.ts";
import { startSession } from "./sessions.ts";
import { newAuthenticatorSecret } from "./totp.ts";

const people: [name: string, roles: StaffRole[]][] = [
  ["Anitha Devan", ["owner"]],
  ["Prakash Immanuel", ["front desk"]],
  ["Shalini Ravi", ["counsellor"]],
  ["Joel Antony", ["trainer"]],
  ["Kamala Srinivasan", ["accountant"]],
  ["Meera Krishnan", ["trainer"]],
  ["Vikram Nair", ["trainer"]],
  ["Farida Rahman", ["trainer"]],
  ["Sanjay Murugan", ["trainer"]],
];
const emailOf = (name: string) => `${name.split(" ")[0]?.toLowerCase()}@shoreline.example`;

/** Invented people. Visitors of a demonstration enter as one of them; what they changed is put back every day. */
export const staffDemo: DemoMaker = {
  async load({ db, now }) {
    await withoutPhotos(db, () => bringBack(db, now));
    return people.length;
  },
  async freshen({ db, now }) {
    const emails = people.map(([name]) => emailOf(name));
    await withoutPhotos(db, async () => {
      await db.delete(auditEntry).where(eq(auditEntry.isDemo, true));
      await db.delete(staff).where(and(isOfDemo, notInArray(staff.email, emails)));
      await bringBack(db, now);
    });
  },
  has: async (db) => (await db.$count(staff, isOfDemo)) > 0,
  // Who makes the demo the institute's own invites real people: nobody could ever sign in as these.
  async keep(db) {
    await removeAll(db);
  },
  remove: async (db) => ({ staff: await removeAll(db) }),
};

const isOfDemo = eq(staff.isDemo, true);

async function bringBack(db: Db, now: Date): Promise<void> {
  for (const [at, [name, roles]] of people.entries()) {
    const email = emailOf(name);
    // Visitors enter as the first of a role.
    const invitedAt = new Date(now.getTime() + at);
    const person =
      (await addStaff(db, { name, email, roles, now: invitedAt, isDemo: true })) ?? (await findByEmail(db, email));
    if (!person?.isDemo) continue;
    // Sessions stay: this runs at every start too, and a restart signs nobody out. They end by themselves.
    await removeProofs(db, person.id);
    // Nobody knows the secret of this app: it is there for the list of people.
    const app = { authenticatorSecret: newAuthenticatorSecret(), authenticatorSince: now };
    const state = {
      name,
      roles,
      number: null,
      photo: null,
      closedAt: null,
      lastSeenAt: now,
      version: person.version + 1,
    };
    await updateStaff(db, { id: person.id, ...state, ...app });
  }
}

async function removeAll(db: Db): Promise<number> {
  return withoutPhotos(db, async () => {
    await db.delete(auditEntry).where(eq(auditEntry.isDemo, true));
    return (await db.delete(staff).where(isOfDemo).returning({ id: staff.id })).length;
  });
}

/** What somebody has uploaded goes with the row that names it. */
async function withoutPhotos<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const rows = await db.select({ photo: staff.photo }).from(staff).where(isOfDemo);
  const result = await work();
  await enqueueAll(
    db,
    removeUnusedPhoto,
    rows.flatMap(({ photo }) => (photo ? [{ photo }] : [])),
  );
  return result;
}

export async function enterDemo(ctx: Ctx, role: StaffRole): Promise<StaffMe> {
  const [person] = mayEnter(ctx)
    ? await ctx.db
        .select()
        .from(staff)
        .where(and(isOfDemo, isNull(staff.closedAt), sql`${staff.roles} ? ${role}`))
        .orderBy(staff.invitedAt, staff.name)
        .limit(1)
    : [];
  if (!person) throw new Refusal("NOT_FOUND");
  return ctx.db.transaction((tx) => startSession(ctx, tx, { person, by: "Demonstration" }));
}

export async function listDemoRoles(ctx: Ctx): Promise<StaffRole[]> {
  if (!mayEnter(ctx)) return [];
  const found = await ctx.db
    .select({ roles: staff.roles })
    .from(staff)
    .where(and(isOfDemo, isNull(staff.closedAt)))
    .orderBy(staff.invitedAt)
    .limit(100);
  return [...new Set(found.flatMap(({ roles }) => roles))];
}

/** A product with real providers does not start on a demo. This holds too if one should get there in another way. */
function mayEnter({ isDemo, isLocal }: Ctx): boolean {
  return isDemo || isLocal;
}
