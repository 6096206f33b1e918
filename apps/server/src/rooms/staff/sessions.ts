import type { StaffMe } from "@shoreline/contract";
import { describeBrowser } from "@shoreline/domain/account";
import { isFreshProof, permissionsOf, staffSessionMs } from "@shoreline/domain/staff";
import type { Ctx, Deps, StaffSignedIn } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { hashSecret, newSecret } from "../account/secrets.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "./audit.ts";
import { addSession, findStaffSession, type SessionRow, type StaffRow, touchSession } from "./queries.ts";

const touchedEveryMs = 60_000;

/** Other hosts of the same domain cannot plant a cookie with this beginning; browsers want an encrypted address for it. */
function cookieName({ publicUrl }: Pick<Deps, "publicUrl">): string {
  return publicUrl.startsWith("https:") ? "__Host-staff" : "staff";
}

/** The person behind the cookie; null when the session has ended or the account was closed. */
export async function readStaff(deps: Deps, cookies: string | undefined): Promise<StaffSignedIn | null> {
  const token = new RegExp(`(?:^|;\\s*)${cookieName(deps)}=([\\w-]{43})(?:;|$)`).exec(cookies ?? "")?.[1];
  if (!token) return null;
  const now = deps.clock.now();
  const startedSince = new Date(now.getTime() - staffSessionMs);
  const [found] = await findStaffSession(deps.db, { hash: hashSecret(token), startedSince });
  if (!found) return null;
  const { staff, session } = found;
  if (now.getTime() - session.usedAt.getTime() > touchedEveryMs) await touchSession(deps.db, { session, now });
  return { staff, staffSession: session, isFresh: isFresh(staff, session, now) };
}

/** Nobody in a demonstration has anything to prove with. */
function isFresh(staff: StaffRow, { provedAt }: SessionRow, now: Date): boolean {
  return staff.isDemo || isFreshProof({ provedAt, now });
}

/** Signs a person in. `by` is what the audit log says: by which means. */
export async function startSession(
  ctx: Ctx,
  tx: Db,
  { person, by }: { person: StaffRow; by: string },
): Promise<StaffMe> {
  const token = newSecret();
  const browser = describeBrowser(ctx.userAgent);
  const session = await addSession(tx, { hash: hashSecret(token), staffId: person.id, browser, now: ctx.clock.now() });
  const change = { kind: "session" as const, thingId: session.id, thing: browser };
  await recordChange(tx, { ...ctx, staff: person }, { ...change, action: "Signed in", after: { by } });
  setCookie(ctx, token, staffSessionMs / 1000);
  return toMe({ ...ctx, db: tx }, person);
}

export function endCookie(ctx: Ctx): void {
  setCookie(ctx, "", 0);
}

/** Scripts cannot read it, and other sites cannot send it with a form. */
function setCookie(ctx: Ctx, value: string, maxAge: number): void {
  const secure = ctx.publicUrl.startsWith("https:") ? "; Secure" : "";
  const text = `${cookieName(ctx)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  ctx.setHeader("set-cookie", text);
}

export async function toMe(ctx: Pick<Ctx, "db" | "isDemo" | "isLocal">, person: StaffRow): Promise<StaffMe> {
  const { id, name, email, number, photo, roles, version } = person;
  const institute = await readInstitute(ctx.db);
  return {
    staffId: id,
    name,
    email,
    number,
    photo: photo && `/media/${photo}`,
    roles,
    permissions: permissionsOf(roles),
    version,
    institute: institute.name,
    timeZone: institute.timeZone,
    environment: ctx.isDemo ? "demo" : ctx.isLocal ? "local" : "live",
  };
}
