import { sql } from "drizzle-orm";
import { type ExamWithDatabase, type Finding, fault, ok, warning } from "./check.ts";

const hour = 3600;
const grant = (account: string) => `Run as a superuser: grant pg_read_all_stats to ${account}. Then run this again.`;

export async function checkConnections({ db }: ExamWithDatabase): Promise<Finding[]> {
  // An account without pg_read_all_stats may count the sessions of others, but not see what kind they are.
  const { rows } = await db.execute<{ used: number; most: number }>(sql`
    select coalesce(sum(numbackends), 0)::int as used, current_setting('max_connections')::int as most from pg_stat_database`);
  const { used = 0, most = 0 } = rows[0] ?? {};
  const text = `${used} of ${most} connections are used.`;
  return [
    used > most * 0.8
      ? warning(text, "Find who holds them (pg_stat_activity), lower WORKERS, or raise max_connections.")
      : ok(text),
  ];
}

export async function checkReplication({ db }: ExamWithDatabase): Promise<Finding[]> {
  const { rows } = await db.execute<Standbys>(sql`
    select current_setting('synchronous_standby_names') as names, current_user::text as account, count(*)::int as standbys,
      count(*) filter (where sync_state in ('sync', 'quorum'))::int as synchronous,
      count(*) filter (where sync_state is null)::int as hidden from pg_stat_replication`);
  return rows.flatMap(describeStandbys);
}

type Standbys = { names: string; account: string; standbys: number; synchronous: number; hidden: number };

export function describeStandbys({ names, account, standbys, synchronous, hidden }: Standbys): Finding[] {
  if (hidden > 0)
    return [warning(`${standbys} standbys are connected, and how they are cannot be seen.`, grant(account))];
  if (names && synchronous === 0)
    return [
      fault(
        "A synchronous standby is demanded, and none is connected: every change waits.",
        "Start the standby, or set synchronous_standby_names to '' until it is back.",
      ),
    ];
  if (standbys === 0) return [ok("No standby is connected.")];
  if (synchronous > 0) return [ok(`${standbys} standbys are connected, ${synchronous} of them synchronous.`)];
  return [
    warning(
      `${standbys} standbys are connected, none of them synchronous.`,
      "After a failover the last changes may be missing: set synchronous_standby_names if none may be lost.",
    ),
  ];
}

/** An open transaction keeps everything from being tidied up. */
export async function checkTransactions({ db }: ExamWithDatabase): Promise<Finding[]> {
  const { rows } = await db.execute<{ seconds: number; hidden: number; account: string }>(sql`
    select coalesce(extract(epoch from max(now() - xact_start) filter (where backend_type = 'client backend'))::int, 0) as seconds,
      count(*) filter (where datid is not null and backend_type is null)::int as hidden, current_user::text as account
    from pg_stat_activity where pid <> pg_backend_pid()`);
  const { seconds = 0, hidden = 0, account = "" } = rows[0] ?? {};
  return [
    ...(seconds > hour
      ? [
          warning(
            `A transaction has been open for ${Math.round(seconds / 60)} minutes.`,
            "Find it in pg_stat_activity and end it: nothing can be tidied up meanwhile.",
          ),
        ]
      : []),
    ...(hidden > 0
      ? [
          warning(
            `Whether ${hidden} sessions of other accounts hold a transaction open cannot be seen.`,
            grant(account),
          ),
        ]
      : []),
  ];
}
