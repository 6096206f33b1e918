import pg from "pg";

/** How many round trips to the database a piece of work takes; BEGIN and COMMIT count too. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  return (await listQueries(work)).length;
}

/** The most parameters that one query of a piece of work has. PostgreSQL takes 65,535 at most. */
export async function mostParameters(work: () => Promise<unknown>): Promise<number> {
  const counts = (await listQueries(work)).map(
    ([query, values]) => ((values ?? (query as pg.QueryConfig).values) as unknown[] | undefined)?.length ?? 0,
  );
  return Math.max(0, ...counts);
}

/** What each call of `query` was given. */
async function listQueries(work: () => Promise<unknown>): Promise<unknown[][]> {
  const { query } = pg.Client.prototype;
  const queries: unknown[][] = [];
  pg.Client.prototype.query = function listed(this: pg.Client, ...given: unknown[]) {
    queries.push(given);
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return queries;
}
