import pg from "pg";
import { StartError } from "../start-error.ts";

/** The account of the running product in the built-in PostgreSQL. In another PostgreSQL it is the account of DATABASE_URL. */
export const appRole = "shoreline_app";

type Queryable = Pick<pg.ClientBase, "query">;

/** Data folders of earlier releases do not have the role yet. */
export async function makeAppRole(owner: pg.ClientConfig): Promise<void> {
  await withClient(owner, async (client) => {
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [appRole]);
    if (!rowCount) await client.query(`create role ${appRole}`);
    await client.query(`alter role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`);
  });
}

/** The name of the account behind a connection. A connection pooler may know it by another name than the address does. */
export async function readAccount(connection: pg.ClientConfig): Promise<string> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>("select current_user as name");
    return rows[0]?.name ?? "";
  });
}

/** Two accounts protect nothing when one can act as the other, or when the wrong one owns the tables. */
export async function refuseSharedOwnership(owner: Queryable, role: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; isMember: boolean; holder: string | null }>(
    `select current_user as name, pg_has_role($1, current_user, 'member') as "isMember",
       (select pg_get_userbyid(c.relowner) from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relname = 'migration' and not pg_has_role(c.relowner, 'usage')) as holder`,
    [role],
  );
  const { name, isMember, holder } = rows[0] ?? { name: "", isMember: false, holder: null };
  if (isMember)
    throw new StartError(
      `The account ${role} of DATABASE_URL can act as ${name}, the account of DATABASE_OWNER_URL. Use an ordinary account for DATABASE_URL, or unset DATABASE_OWNER_URL.`,
    );
  if (holder !== null)
    throw new StartError(
      `The tables belong to ${holder} and not to ${name}, the account of DATABASE_OWNER_URL. Run as a superuser in this database: reassign owned by ${quoted(holder)} to ${quoted(name)}`,
    );
}

/**
 * Gives the product the rights that it needs to serve, and takes away all others. It runs after the migrations at every start,
 * so that new tables are covered. All statements take effect together.
 */
export async function grantRights(owner: Queryable, role: string): Promise<void> {
  const to = quoted(role);
  const { rows: databases } = await owner.query<{ name: string }>("select current_database() as name");
  const { rows: guarded } = await owner.query<{ name: string; hasPolicy: boolean }>(
    `select c.oid::regclass::text as name, exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $1) as "hasPolicy"
     from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity`,
    [role],
  );
  const statements = [
    `revoke temporary on database ${quoted(databases[0]?.name ?? "")} from public, ${to}`,
    `revoke create on schema public from public, ${to}`,
    `revoke all on all tables in schema public, graphile_worker from ${to}`,
    `grant usage on schema public, graphile_worker to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `revoke insert, update, delete on migration from ${to}`,
    `grant select on all tables in schema graphile_worker to ${to}`,
    `grant usage, select on all sequences in schema public, graphile_worker to ${to}`,
    `grant execute on all functions in schema public, graphile_worker to ${to}`,
    // The queue's own tables have row level security, which hides all rows from everybody but their owner.
    ...guarded.flatMap(({ name, hasPolicy }) => [
      `grant insert, update, delete on ${name} to ${to}`,
      ...(hasPolicy ? [] : [`create policy ${to} on ${name} to ${to} using (true) with check (true)`]),
    ]),
  ];
  await owner.query(statements.join(";\n"));
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}

export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
