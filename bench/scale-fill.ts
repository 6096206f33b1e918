import type { Pool, PoolClient } from "pg";
import { modelOf, type Size, type Table } from "./scale-model.ts";

/**
 * Fills a database that has the demo with the model of this size, three tables at a time. Triggers and foreign keys are off
 * meanwhile, and indexes are built afterwards: both would take most of the time.
 */
export async function fill(pool: Pool, size: Size): Promise<void> {
  const left = modelOf(size).sort((a, b) => b.rows - a.rows);
  const work = async () => {
    const client = await pool.connect();
    try {
      for (const setting of settings) await client.query(setting);
      for (let table = left.shift(); table; table = left.shift()) await fillTable(client, table);
    } finally {
      client.release(true);
    }
  };
  await Promise.all([work(), work(), work()]);
  // As autovacuum has done long before: while other tables were filled, it could not.
  await pool.query("vacuum analyze");
}

const settings = [
  "set session_replication_role = replica",
  "set synchronous_commit = off",
  "set maintenance_work_mem = '512MB'",
  "set max_parallel_maintenance_workers = 0",
];

async function fillTable(client: PoolClient, { name, rows, columns }: Table): Promise<void> {
  const begun = performance.now();
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(droppable, [name]);
  for (const { drop } of indexes) await client.query(drop);
  const list = Object.keys(columns).map((column) => `"${column}"`);
  await client.query(
    `insert into "${name}" (${list.join(", ")}) select ${Object.values(columns).join(", ")} from generate_series(1, ${rows}) i`,
  );
  for (const { make } of indexes) await client.query(make);
  await client.query(`vacuum analyze "${name}"`);
  const seconds = (performance.now() - begun) / 1000;
  if (seconds > 5) console.error(`  ${rows.toLocaleString("en-IN")} rows of ${name}: ${seconds.toFixed(0)} s`);
}

/** Not those that a foreign key of another table needs, or that keep periods apart. */
const droppable = `
  select case when c.oid is null then format('drop index %I', i.relname) else format('alter table %I drop constraint %I', t.relname, c.conname) end as drop,
    case when c.oid is null then pg_get_indexdef(i.oid) else format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) end as make
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
  where t.oid = format('public.%I', $1::text)::regclass and not x.indisexclusion
    and not exists (select from pg_constraint f where f.conindid = i.oid and f.contype = 'f')`;
