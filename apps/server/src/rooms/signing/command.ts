import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import { StartError } from "../../start-error.ts";
import { exportKeys, importKeys } from "./key-file.ts";
import { type KeyDeps, readKeys } from "./keys.ts";
import { listLines } from "./list-keys.ts";
import { rewrapKeys } from "./rewrap.ts";
import { distrustKey, rotateKeys } from "./rotate.ts";

const usage = `Usage:
  npm run keys -- list                                 lists the keys that sign certificates
  npm run keys -- rotate                               makes new keys; what the old ones signed stays valid
  npm run keys -- distrust MULTIKEY --from 2026-11-01  somebody else may have this key since that day; what it signed is signed again
  npm run keys -- rewrap                               encrypts the keys with KEY_SECRET; OLD_KEY_SECRET opens them, if they are encrypted
  npm run keys -- export FILE                          writes all keys to a new file, the private ones too
  npm run keys -- import FILE                          adds keys of such a file that are missing here, as retired keys`;

/** `npm run keys`: the keys that sign certificates. */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "keys", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      const now = new Date();
      const { keySecret, oldKeySecret } = config;
      for (const line of await changeKeys({ db, clock: { now: () => now }, keySecret, oldKeySecret }, args))
        console.log(line);
    }),
  );
}

export type CommandDeps = KeyDeps & { oldKeySecret: string | null };

export async function changeKeys(deps: CommandDeps, [verb, ...rest]: string[]): Promise<string[]> {
  const [subject = "", option, day = ""] = rest;
  if (verb === "list" && rest.length === 0) return listLines(deps.db);
  if (verb === "rotate" && rest.length === 0) return rotate(deps);
  if (verb === "rewrap" && rest.length === 0) return rewrapKeys(deps);
  if (verb === "distrust" && rest.length === 3 && option === "--from")
    return distrust(deps, { multikey: subject, day });
  if (verb === "export" && rest.length === 1) return exportKeys(deps.db, subject);
  if (verb === "import" && rest.length === 1) return importKeys(deps, subject);
  throw new StartError(usage);
}

async function rotate(deps: KeyDeps): Promise<string[]> {
  await rotateKeys(deps);
  const { ed25519, p256 } = await readKeys(deps);
  return [
    "New keys sign from now on. What the old ones signed stays valid.",
    `  ed25519  ${ed25519.multikey}`,
    `  p256     ${p256.multikey}`,
    "Make a backup now: the new keys are in no backup yet.",
  ];
}

async function distrust(deps: KeyDeps, { multikey, day }: { multikey: string; day: string }): Promise<string[]> {
  const from = readDay(day);
  if (from > deps.clock.now())
    throw new StartError(`${day} has not come yet. Give the day since when the key is not safe.`);
  const done = await distrustKey(deps, { multikey, from });
  if (!done) throw new StartError(`There is no key ${multikey}. npm run keys -- list shows all keys.`);
  return [
    `The key ${multikey} is distrusted from ${done.from.toISOString().slice(0, 10)}.`,
    ...(done.isReplaced ? ["New keys sign from now on."] : []),
    ...(done.kind === "ed25519" ? [`${certificates(done.count)} signed again by the running product.`] : []),
    ...(done.kind === "p256"
      ? [`${certificates(done.count)} signed again: the key signs their JWT and PDF files.`]
      : []),
    ...(done.kind === "pdf" ? ["Get a certificate for a new key, and set PDF_CERTIFICATE_FILE and PDF_KEY_FILE."] : []),
  ];
}

function certificates(count: number): string {
  return count === 1 ? "1 certificate is" : `${count} certificates are`;
}

function readDay(day: string): Date {
  const from = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(from.getTime()) || from.toISOString().slice(0, 10) !== day)
    throw new StartError(`--from must be a day like 2026-11-01, not "${day}".`);
  return from;
}
