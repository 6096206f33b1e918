import { Refusal, type StaffPerson } from "@shoreline/contract";
import { isLastOwner, type StaffRole } from "@shoreline/domain/staff";
import type { StaffCtx } from "../../context.ts";
import { recordChange } from "./audit.ts";
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
import { photoOf } from "./sessions.ts";
import { aboutPerson } from "./sign-in.ts";

export async function readPeople({ db }: Pick<StaffCtx, "db">): Promise<StaffPerson[]> {
  const rows = await listStaff(db);
  const people = rows.map(toMember);
  return rows.map((row) => toWire(row, isLastOwner(people, row.id)));
}

export async function invite(
  ctx: StaffCtx,
  { name, email, roles }: { name: string; email: string; roles: StaffRole[] },
) {
  const staffId = await ctx.db.transaction(async (tx) => {
    const person = await addStaff(tx, {
      name,
      email,
      roles: unique(roles),
      now: ctx.clock.now(),
      isDemo: ctx.staff.isDemo,
    });
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
    const after = unique(roles);
    await updateStaff(tx, { id: person.id, roles: after, version: version + 1 });
    return { action: "Changed the roles", before: { roles: person.roles }, after: { roles: after } };
  });
}

/** For a lost device. Nobody resets their own: whoever has stolen a session must not get in for good. */
export function resetPerson(ctx: StaffCtx, staffId: string): Promise<StaffPerson> {
  if (staffId === ctx.staff.id) throw new Refusal("OWN_RESET");
  return changePerson(ctx, staffId, async (tx, { person }) => {
    if (person.closedAt) throw new Refusal("UNKNOWN_STAFF");
    await removeWaysIn(tx, person.id);
    await mailLink(ctx, tx, { person, purpose: "reset", by: ctx.staff.name });
    return { action: "Reset the devices" };
  });
}

export function closePerson(ctx: StaffCtx, staffId: string): Promise<StaffPerson> {
  return changePerson(ctx, staffId, async (tx, { person, isLastOwner }) => {
    if (isLastOwner) throw new Refusal("LAST_OWNER");
    await endSessionsOf(tx, person.id);
    if (!person.closedAt)
      await updateStaff(tx, { id: person.id, closedAt: ctx.clock.now(), version: person.version + 1 });
    return { action: "Closed the account" };
  });
}

export function reopenPerson(ctx: StaffCtx, staffId: string): Promise<StaffPerson> {
  return changePerson(ctx, staffId, async (tx, { person }) => {
    await updateStaff(tx, { id: person.id, closedAt: null, version: person.version + 1 });
    return { action: "Opened the account again" };
  });
}

type Found = { person: StaffRow; isLastOwner: boolean };
type Done = { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> };

async function changePerson(
  ctx: StaffCtx,
  staffId: string,
  work: (tx: StaffCtx["db"], found: Found) => Promise<Done>,
): Promise<StaffPerson> {
  await ctx.db.transaction(async (tx) => {
    const everybody = await lockEverybody(tx);
    const person = everybody.find(({ id }) => id === staffId);
    if (!person) throw new Refusal("UNKNOWN_STAFF");
    const done = await work(tx, { person, isLastOwner: isLastOwner(everybody.map(toMember), staffId) });
    await recordChange(tx, ctx, { ...aboutPerson(person), ...done });
  });
  return readPerson(ctx, staffId);
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
    photo: photoOf(photo),
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
