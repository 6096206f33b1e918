import { type SQL, sql } from "drizzle-orm";
import { bigint, pgSchema, text, timestamp } from "drizzle-orm/pg-core";
import type { Db } from "../db/connect.ts";
import { defineJob } from "./job.ts";
import { enqueue } from "./queue.ts";

/** Tells staff of the parked jobs. */
export const reportParked = defineJob("house.report-parked", {});

/** Jobs often fail together, so the report waits a minute for others. */
export async function reportSoon(db: Db, now: Date): Promise<void> {
  await enqueue(db, reportParked, {}, { key: "report-parked", runAt: new Date(now.getTime() + 60_000) });
}

/** A job that has failed as often as it may. Nothing happens to it until staff decide. */
export type ParkedJob = { id: string; name: string; addedAt: Date; attempts: number; lastError: string };

/** As the worker shows its queue. */
export const job = pgSchema("graphile_worker")
  .view("jobs", {
    id: bigint({ mode: "number" }).notNull(),
    name: text("task_identifier").notNull(),
    addedAt: timestamp("created_at", { withTimezone: true }).notNull(),
    lastError: text("last_error"),
  })
  .existing();

export const isParked = sql`attempts >= max_attempts and locked_by is null`;

export async function listParked(db: Db, { limit }: { limit: number }): Promise<ParkedJob[]> {
  const { rows } = await db.execute<ParkedJob & { addedAt: string }>(sql`
    select id::text, task_identifier as name, created_at as "addedAt", attempts, coalesce(last_error, '') as "lastError"
    from graphile_worker.jobs where ${isParked} order by id limit ${limit}`);
  return rows.map((row) => ({ ...row, addedAt: new Date(row.addedAt) }));
}

/** How many jobs of each kind are parked, with the error of one of them. */
export async function countParked(db: Db): Promise<{ name: string; count: number; lastError: string }[]> {
  const { rows } = await db.execute<{ name: string; count: number; lastError: string }>(sql`
    select task_identifier as name, count(*)::int as count, coalesce(max(last_error), '') as "lastError"
    from graphile_worker.jobs where ${isParked} group by task_identifier order by task_identifier`);
  return rows;
}

type Which = { id: string } | "all";

/** Returns how many jobs will be tried again now. */
export async function retryParked(db: Db, which: Which): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update graphile_worker._private_jobs set attempts = 0, run_at = now(), last_error = null
    where ${isParked} and ${isOne(which)}`);
  return rowCount ?? 0;
}

/** Returns how many jobs are given up. */
export async function removeParked(db: Db, which: { id: string }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from graphile_worker._private_jobs where ${isParked} and ${isOne(which)}`);
  return rowCount ?? 0;
}

/** Where the payload of a job names whom it writes to: a mail, a text message, one that goes another way, and its mail. */
const recipients = [["to"], ["instead", "mail", "to"], ["message", "to"], ["message", "instead", "mail", "to"]];

/** Gives up the mails and messages to an address or a number that will not be sent any more by themselves. */
export async function removeParkedTo(db: Db, isTo: (column: SQL) => SQL): Promise<number> {
  const isOne = recipients.map((path) => isTo(sql`(payload #>> ${`{${path.join(",")}}`})`));
  const { rowCount } = await db.execute(sql`
    delete from graphile_worker._private_jobs where ${isParked} and (${sql.join(isOne, sql` or `)})`);
  return rowCount ?? 0;
}

function isOne(which: Which) {
  return which === "all" ? sql`true` : sql`id::text = ${which.id}`;
}
