import { Refusal } from "@shoreline/contract";
import type { Ctx, Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { hashSecret, newSecret } from "../account/secrets.ts";
import { readInstitute } from "../site/queries.ts";
import { staffInvitation, staffReset, staffSignInLink, staffUsePasskey } from "./mails.ts";
import { listPasskeys } from "./passkey-queries.ts";
import { findByEmail, findLink, type LinkPurpose, type StaffRow, storeLink } from "./queries.ts";

type Sender = Pick<Deps, "clock" | "publicUrl">;

type Link = { person: StaffRow; purpose: LinkPurpose };

/** The address of a new link. An earlier one ends. */
export async function makeLink({ clock, publicUrl }: Sender, tx: Db, { person, purpose }: Link): Promise<string> {
  const token = newSecret();
  await storeLink(tx, { staffId: person.id, hash: hashSecret(token), purpose, now: clock.now() });
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

/** Who signs in with a passkey only, or was invited and has not come yet, is told so: nobody waits for a link in vain. */
export async function mailSignIn(deps: Deps, { email }: { email: string }): Promise<void> {
  const person = await findByEmail(deps.db, email);
  if (!person || person.closedAt) return;
  const hasPasskey = (await listPasskeys(deps.db, person.id)).length > 0;
  if (!person.authenticatorSecret && hasPasskey) {
    const { name, email: to } = person;
    const mail = mailOf(staffUsePasskey, { to, data: { name, url: `${deps.publicUrl}/staff/sign-in` } });
    return enqueue(deps.db, sendMail, mail);
  }
  const purpose = person.authenticatorSecret ? "sign-in" : "invitation";
  const by = (await readInstitute(deps.db)).name;
  await deps.db.transaction((tx) => mailLink(deps, tx, { person, purpose, by }));
}

/** The person of a link, as long as it works. */
export async function readLink({ db, clock }: Pick<Ctx, "db" | "clock">, token: string) {
  const found = await findLink(db, { hash: hashSecret(token), now: clock.now() });
  if (!found) throw new Refusal("DEAD_LINK");
  return found;
}
