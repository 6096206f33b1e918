import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { openDatabase } from "../db/connect.ts";

/** A database without any table, for tests of migrations and backups. */
export async function emptyDatabase() {
  const { host, user } = inject("postgres");
  const database = `empty_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${database}`);
  const opened = openDatabase({ host, user, database, application_name: "restore" });
  afterAll(async () => {
    if (!opened.pool.ended) await opened.pool.end();
    await asAdmin(`drop database ${database} with (force)`);
  });
  return opened;
}

export async function asAdmin(statement: string, { host, user } = inject("postgres")): Promise<void> {
  const client = new pg.Client({ host, user, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
