import pg from "pg";
import { makeSocketFolder } from "../apps/server/src/db/data-folder.ts";

/** Writes directly to the database of the product under test, for states that would take days to reach. */
export async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const host = makeSocketFolder(process.env.E2E_DATA ?? "");
  const client = new pg.Client({ host, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
