import { Refusal } from "@shoreline/contract";
import { invitationMs, signInLinkMs } from "@shoreline/domain/staff";
import type { Ctx, Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { createCounter } from "../../http/rate-limit.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { hashSecret, newSecret } from "../account/secrets.ts";
import { readInstitute } from "../site/queries.ts";
import { staffInvitation, staffReset, staffSignInLink, staffUsePasskey } from "./mails.ts";
import { listPasskeys } from "./passkey-queries.ts";
import {
  endSetUpLinks,
  findByEmail,
  findLink,
  findSetUpLink,
  type LinkPurpose,
  type StaffRow,
  storeLink,
} from "./queries.ts";

type Sender = Pick<Deps, "clock" | "publicUrl">;
type Link = {
  person: StaffRow;
  purpose: LinkPurpose;
  /** By default a quarter of an hour to sign in, and seven days to set up. */
  expiresAt?: Date;
};

/** The address of a new link. An earlier invitation or reset ends; a sign-in link does not, since a stranger can ask for the next. */
export async function makeLink({ clock, publicUrl }: Sender, tx: Db, { person, purpose, expiresAt }: Link) {
  const token = newSecret();
  const lifetimeMs = purpose === "sign-in" ? signInLinkMs : invitationMs;
  const ends = expiresAt ?? new Date(clock.now().getTime() + lifetimeMs);
  if (purpose !== "sign-in") await endSetUpLinks(tx, person.id);
  await storeLink(tx, { hash: hashSecret(token), staffId: person.id, purpose, expiresAt: ends });
  return `${publicUrl}/staff/link/${token}`;
}

/** Returns the link that it mails, for the terminal. */
export async function mailLink(sender: Sender, tx: Db, { by = "", ...link }: Link & { by?: string }): Promise<string> {
  const { person, purpose } = link;
  const url = await makeLink(sender, tx, link);
  const { name, email: to, roles } = person;
  const mail = {
    invitation: () => mailOf(staffInvitation, { to, data: { name, by, roles, url } }),
    "sign-in": () => mailOf(staffSignInLink, { to, data: { name, url } }),
    reset: () => mailOf(staffReset, { to, data: { name, by, url } }),
  }[purpose]();
  await enqueue(tx, sendMail, mail);
  return url;
}

// Anybody can type anybody's address.
const mostLinks = { points: 5, seconds: 3600 };

/**
 * For somebody who has asked for a link. Who signs in with a passkey only is told so. Who has no second step yet gets the
 * invitation again, but not for longer than the one before.
 */
export async function mailSignIn(deps: Deps, { email }: { email: string }): Promise<void> {
  const { db, pool, clock, publicUrl } = deps;
  const person = await findByEmail(db, email);
  if (!person || person.closedAt) return;
  if ((await createCounter(pool, "staff.link", mostLinks).count(person.id)) > mostLinks.points) return;
  if (person.authenticatorSecret) {
    await db.transaction((tx) => mailLink(deps, tx, { person, purpose: "sign-in" }));
    return;
  }
  if ((await listPasskeys(db, person.id)).length > 0) {
    const { name, email: to } = person;
    return enqueue(db, sendMail, mailOf(staffUsePasskey, { to, data: { name, url: `${publicUrl}/staff/sign-in` } }));
  }
  const before = await findSetUpLink(db, { staffId: person.id, now: clock.now() });
  if (!before) return;
  const by = (await readInstitute(db)).name;
  await db.transaction((tx) => mailLink(deps, tx, { person, by, ...before }));
}

/** The person of a link, as long as it works. */
export async function readLink({ db, clock }: Pick<Ctx, "db" | "clock">, token: string) {
  const found = await findLink(db, { hash: hashSecret(token), now: clock.now() });
  if (!found) throw new Refusal("DEAD_LINK");
  return found;
}
