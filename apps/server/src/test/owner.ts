import type { SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { TestInstitute } from "./institute.ts";

/** Runs what only the owner of the tables may do, such as allowing a value that the product never writes, without a time limit. */
export async function asOwner<Row extends Record<string, unknown>>(
  { owner }: TestInstitute,
  statement: string | SQL,
): Promise<Row[]> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    return (await drizzle(client).execute(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

export async function countJobs({ pool }: TestInstitute, name: string): Promise<number> {
  const { rows } = await pool.query(
    "select count(*)::int as count from graphile_worker.jobs where task_identifier = $1",
    [name],
  );
  return rows[0].count;
}
