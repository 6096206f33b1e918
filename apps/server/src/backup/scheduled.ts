import { isBackupDue } from "@shoreline/domain/backup";
import type { Config } from "../config.ts";
import type { Deps } from "../context.ts";
import { noTimeouts, openDatabase } from "../db/connect.ts";
import { makeKeptBackup } from "./kept-backup.ts";
import { filesOf, keptIn } from "./places.ts";
import { readLastAt } from "./runs.ts";

/** Makes the backup of the day once its time has come. It also makes up for one that was missed. */
export async function makeDueBackup({ pool, clock, log }: Pick<Deps, "pool" | "clock" | "log">, config: Config) {
  const plan = config.backup;
  if (!plan) return;
  const place = keptIn(config, plan);
  const now = clock.now();
  if (!isBackupDue({ last: await readLastAt(pool, place.store.place), at: plan.at, now })) return;
  const own = openDatabase({ ...pool.options, ...noTimeouts, max: 3, application_name: "shoreline backup" });
  try {
    const { keep } = plan;
    const recipient = config.backupRecipient;
    const made = await makeKeptBackup({ pool: own.pool, files: filesOf(config), ...place, now, recipient, keep });
    log.info({ bytes: made.bytes, files: made.manifest.files?.length, others: made.others }, "a backup was made");
  } finally {
    await own.pool.end();
  }
}
