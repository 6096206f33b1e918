import pg from "pg";

/** How many round trips to the database a piece of work takes; BEGIN and COMMIT count too. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let queries = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    queries++;
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return queries;
}
