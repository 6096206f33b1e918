import pg from "pg";
import type { TestInstitute } from "./institute.ts";

/** Runs what only the owner of the tables may do, such as allowing a value that the product never writes. */
export async function asOwner({ owner }: TestInstitute, statement: string): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(statement);
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
