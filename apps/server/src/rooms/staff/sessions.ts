import type { StaffMe } from "@shoreline/contract";
import { describeBrowser } from "@shoreline/domain/account";
import { freshProofMs, isFreshProof, permissionsOf, staffSessionMs } from "@shoreline/domain/staff";
import type { Ctx, Deps, StaffSignedIn } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { pictureAddress } from "../account/profile.ts";
import { hashSecret, newSecret } from "../account/secrets.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "./audit.ts";
import { addSession, findStaffSession, type SessionRow, type StaffRow, touchSession } from "./queries.ts";

const cookieName = "staff";
const touchedEveryMs = 60_000;

/** The person behind the cookie; null when the session has ended or the account was closed. */
export async function readStaff(deps: Deps, cookies: string | undefined): Promise<StaffSignedIn | null> {
  const token = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(cookies ?? "")?.[1];
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

/** Signs a person in. `how` is what the audit log says: by which means. */
export async function startSession(
  ctx: Ctx,
  tx: Db,
  { staff, how }: { staff: StaffRow; how: string },
): Promise<StaffMe> {
  const token = newSecret();
  const browser = describeBrowser(ctx.userAgent);
  const session = await addSession(tx, { hash: hashSecret(token), staffId: staff.id, browser, now: ctx.clock.now() });
  await recordChange(tx, { ...ctx, staff }, { action: "Signed in", kind: "session", thingId: session.id, thing: how });
  ctx.setHeader("set-cookie", cookie(ctx, token, staffSessionMs / 1000));
  return toMe({ ...ctx, db: tx }, { staff, session });
}

export function endCookie(ctx: Ctx): void {
  ctx.setHeader("set-cookie", cookie(ctx, "", 0));
}

/** Scripts cannot read it, and other sites cannot send it with a form. */
function cookie({ publicUrl }: Ctx, value: string, maxAge: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

type Signed = { staff: StaffRow; session: SessionRow };

export async function toMe(
  ctx: Pick<Ctx, "db" | "clock" | "isDemo" | "isLocal">,
  { staff, session }: Signed,
): Promise<StaffMe> {
  const { id, name, email, number, photo, roles, version } = staff;
  const provedAt = staff.isDemo ? ctx.clock.now() : session.provedAt;
  return {
    staffId: id,
    name,
    email,
    number,
    photo: photoOf(photo),
    roles,
    permissions: permissionsOf(roles),
    version,
    proofEndsAt: new Date(provedAt.getTime() + freshProofMs).toISOString(),
    sessionEndsAt: new Date(session.startedAt.getTime() + staffSessionMs).toISOString(),
    institute: (await readInstitute(ctx.db)).name,
    environment: ctx.isDemo ? "demo" : ctx.isLocal ? "local" : "live",
  };
}

export function photoOf(photo: string | null): string | null {
  return photo && pictureAddress(photo);
}
