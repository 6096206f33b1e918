import { Refusal, type StaffPerson } from "@shoreline/contract";
import { isLastOwner, mayDo, type StaffRole } from "@shoreline/domain/staff";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { aboutPerson, type Change, recordChange } from "./audit.ts";
import { mailLink } from "./links.ts";
import {
  addStaff,
  endSessionsOf,
  listStaff,
  lockEverybody,
  type PersonRow,
  removeWaysIn,
  type StaffRow,
  updateStaff,
} from "./queries.ts";

/** Who has entered a demonstration sees and changes its invented people only. */
export async function readPeople({ db, staff }: Pick<StaffCtx, "db" | "staff">): Promise<StaffPerson[]> {
  const rows = await listStaff(db);
  const members = rows.map(toMember);
  return rows.filter(({ isDemo }) => isDemo || !staff.isDemo).map((row) => toWire(row, isLastOwner(members, row.id)));
}

type Invited = { name: string; email: string; roles: StaffRole[] };

export async function invite(ctx: StaffCtx, { name, email, roles }: Invited): Promise<StaffPerson> {
  const staffId = await ctx.db.transaction(async (tx) => {
    refuseFormerOwner(ctx, await lockEverybody(tx));
    const values = { name, email, roles: unique(roles), now: ctx.clock.now(), isDemo: ctx.staff.isDemo };
    const person = await addStaff(tx, values);
    if (!person) throw new Refusal("KNOWN_STAFF");
    await mailLink(ctx, tx, { person, purpose: "invitation", by: ctx.staff.name });
    const after = { name, email, roles: person.roles };
    await recordChange(tx, ctx, { ...aboutPerson(person), action: "Invited", after });
    return person.id;
  });
  return readPerson(ctx, staffId);
}

export function inviteAgain(ctx: StaffCtx, staffId: string): Promise<StaffPerson> {
  return changePerson(ctx, staffId, async (tx, { person }) => {
    if (person.lastSeenAt || person.closedAt) throw new Refusal("UNKNOWN_STAFF");
    await mailLink(ctx, tx, { person, purpose: "invitation", by: ctx.staff.name });
    return { action: "Sent the invitation again" };
  });
}

type NewRoles = { roles: StaffRole[]; version: number };

export function changeRoles(ctx: StaffCtx, staffId: string, { roles, version }: NewRoles): Promise<StaffPerson> {
  return changePerson(ctx, staffId, async (tx, { person, isLastOwner }) => {
    if (person.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    if (isLastOwner && !roles.includes("owner")) throw new Refusal("LAST_OWNER");
    const [before, after] = [person.roles, unique(roles)];
    if (before.length === after.length && before.every((role) => after.includes(role))) return null;
    await updateStaff(tx, { id: person.id, roles: after, version: version + 1 });
    return { action: "Changed the roles", before: { roles: before }, after: { roles: after } };
  });
}

/** For a lost device. Nobody resets their own: a thief with a stolen session could stay for good. */
export function resetPerson(ctx: StaffCtx, staffId: string): Promise<StaffPerson> {
  return changePerson(ctx, staffId, async (tx, { person }) => {
    if (person.id === ctx.staff.id) throw new Refusal("OWN_RESET");
    if (person.closedAt) throw new Refusal("UNKNOWN_STAFF");
    await removeWaysIn(tx, person.id);
    await mailLink(ctx, tx, { person, purpose: "reset", by: ctx.staff.name });
    return { action: "Reset the devices" };
  });
}

export function closePerson(ctx: StaffCtx, staffId: string): Promise<StaffPerson> {
  return changePerson(ctx, staffId, async (tx, { person, isLastOwner }) => {
    if (isLastOwner) throw new Refusal("LAST_OWNER");
    if (person.closedAt) return null;
    await endSessionsOf(tx, person.id);
    await updateStaff(tx, { id: person.id, closedAt: ctx.clock.now(), version: person.version + 1 });
    return { action: "Closed the account", before: { closed: false }, after: { closed: true } };
  });
}

export function reopenPerson(ctx: StaffCtx, staffId: string): Promise<StaffPerson> {
  return changePerson(ctx, staffId, async (tx, { person }) => {
    if (!person.closedAt) return null;
    await updateStaff(tx, { id: person.id, closedAt: null, version: person.version + 1 });
    return { action: "Opened the account again", before: { closed: true }, after: { closed: false } };
  });
}

type Found = { person: StaffRow; isLastOwner: boolean };
/** Null when there was nothing to change. */
type Done = Pick<Change, "action" | "before" | "after"> | null;

async function changePerson(
  ctx: StaffCtx,
  staffId: string,
  work: (tx: Db, found: Found) => Promise<Done>,
): Promise<StaffPerson> {
  await ctx.db.transaction(async (tx) => {
    const everybody = await lockEverybody(tx);
    refuseFormerOwner(ctx, everybody);
    const person = everybody.find(({ id }) => id === staffId);
    if (!person || (ctx.staff.isDemo && !person.isDemo)) throw new Refusal("UNKNOWN_STAFF");
    const done = await work(tx, { person, isLastOwner: isLastOwner(everybody.map(toMember), staffId) });
    if (done) await recordChange(tx, ctx, { ...aboutPerson(person), ...done });
  });
  return readPerson(ctx, staffId);
}

/** The right was checked before the rows were locked: it may be gone since. */
function refuseFormerOwner({ staff }: StaffCtx, everybody: StaffRow[]): void {
  const me = everybody.find(({ id }) => id === staff.id);
  if (!me || me.closedAt) throw new Refusal("STAFF_ONLY");
  if (!mayDo(me.roles, "change people")) throw new Refusal("NOT_ALLOWED");
}

async function readPerson(ctx: StaffCtx, staffId: string): Promise<StaffPerson> {
  const found = (await readPeople(ctx)).find((one) => one.staffId === staffId);
  if (!found) throw new Refusal("UNKNOWN_STAFF");
  return found;
}

/** Who was invited and has not come yet cannot take anybody back in. */
function toMember({ id, roles, closedAt, lastSeenAt }: StaffRow) {
  return { id, roles, isActive: closedAt === null && lastSeenAt !== null };
}

function toWire(row: PersonRow, isLastOwner: boolean): StaffPerson {
  const { id, name, email, number, photo, roles, passkeys, linkEndsAt, lastSeenAt, closedAt, version } = row;
  const state = closedAt ? "closed" : lastSeenAt ? "active" : "invited";
  return {
    staffId: id,
    name,
    email,
    number,
    photo: photo && `/media/${photo}`,
    roles,
    state,
    invitationEndsAt: state === "invited" ? (linkEndsAt?.toISOString() ?? null) : null,
    passkeys,
    hasAuthenticator: row.authenticatorSecret !== null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    isLastOwner,
    version,
  };
}

function unique(roles: StaffRole[]): StaffRole[] {
  return [...new Set(roles)];
}
