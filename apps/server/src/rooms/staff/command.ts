import { type StaffRole, staffRoles } from "@shoreline/domain/staff";
import { isEmail } from "@shoreline/domain/text";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import type { Config } from "../../config.ts";
import type { Db } from "../../db/connect.ts";
import { StartError } from "../../start-error.ts";
import { aboutPerson, recordChange } from "./audit.ts";
import { mailLink } from "./links.ts";
import { addStaff, findByEmail, listStaff, removeWaysIn } from "./queries.ts";

const usage = `Usage:
  npm run staff -- invite anitha@example.com --role owner [--name "Anitha Devan"]   invites somebody; owners invite the others
  npm run staff -- reset anitha@example.com    removes lost devices, and makes a link to set up new ones
  npm run staff -- list                        everybody who works here

Roles: ${staffRoles.join(", ")}. The link is mailed and printed. It works once, for seven days.`;

/** `npm run staff`: the first owner, and an owner who has lost every device. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "staff", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await runVerb({ db, now: new Date(), publicUrl: config.publicUrl }, args)) console.log(line);
    }),
  );
}

type Run = { db: Db; now: Date; publicUrl: Config["publicUrl"] };

export async function runVerb(run: Run, [verb, ...rest]: string[]): Promise<string[]> {
  if (verb === "list" && rest.length === 0) return list(run.db);
  const [email = "", ...options] = rest;
  if (verb === "invite") return invite(run, email, readOptions(options));
  if (verb === "reset" && options.length === 0) return reset(run, email);
  throw new StartError(usage);
}

function readOptions(options: string[]): { role: StaffRole; name?: string } {
  const given = new Map<string, string>();
  for (let at = 0; at < options.length; at += 2) given.set(options[at] ?? "", options[at + 1] ?? "");
  const role = staffRoles.find((one) => one === given.get("--role"));
  const name = given.get("--name");
  const unknown = [...given.keys()].filter((option) => option !== "--role" && option !== "--name");
  if (!role || unknown.length > 0 || name === "") throw new StartError(usage);
  return { role, ...(name && { name }) };
}

async function invite(run: Run, email: string, { role, name }: { role: StaffRole; name?: string }): Promise<string[]> {
  if (!isEmail(email)) throw new StartError(`${email} is not an e-mail address.\n\n${usage}`);
  const { db, now } = run;
  return db.transaction(async (tx) => {
    const added = await addStaff(tx, { name: name ?? nameIn(email), email, roles: [role], now });
    const person = added ?? (await findByEmail(tx, email));
    if (!person || (!added && (person.lastSeenAt || person.closedAt)))
      throw new StartError(`${email} belongs to the staff already. A lost device: npm run staff -- reset ${email}`);
    const url = await mailLink(sender(run), tx, { person, purpose: "invitation", by: "The institute" });
    const change = { action: added ? "Invited" : "Sent the invitation again", after: { email, roles: person.roles } };
    await recordChange(tx, sender(run), { ...aboutPerson(person), ...change });
    return [`Invited as ${person.roles.join(", ")}: ${person.name}, ${email}.`, url];
  });
}

async function reset(run: Run, email: string): Promise<string[]> {
  return run.db.transaction(async (tx) => {
    const person = await findByEmail(tx, email);
    if (!person || person.closedAt) throw new StartError(`Nobody of the staff has the address ${email}.`);
    await removeWaysIn(tx, person.id);
    const url = await mailLink(sender(run), tx, { person, purpose: "reset", by: "The institute" });
    await recordChange(tx, sender(run), { ...aboutPerson(person), action: "Reset the devices" });
    return [`${person.name} is signed out everywhere, and sets up new devices here:`, url];
  });
}

async function list(db: Db): Promise<string[]> {
  const people = await listStaff(db);
  if (people.length === 0) return ["Nobody yet. Invite the first owner: npm run staff -- invite MAIL --role owner"];
  return people.map(({ name, email, roles, closedAt, lastSeenAt }) => {
    const state = closedAt ? "closed" : lastSeenAt ? `last here ${lastSeenAt.toISOString()}` : "invited";
    return [name.padEnd(24), email.padEnd(32), roles.join(", ").padEnd(20), state].join(" ");
  });
}

function sender({ now, publicUrl }: Run) {
  return { clock: { now: () => now }, publicUrl, who: "The terminal" as const };
}

/** "anitha.devan@example.com" is Anitha Devan until somebody says otherwise. */
function nameIn(email: string): string {
  const words = (email.split("@")[0] ?? "").split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
