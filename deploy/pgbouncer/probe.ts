import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export async function connectsTo(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

/** What the product needs of a connection, tried on two connections at once: each would get the other's in transaction mode. */
export async function probe(url: string): Promise<Record<"named" | "listen" | "lock", boolean>> {
  const [one, two] = [new pg.Client(url), new pg.Client(url)];
  for (const client of [one, two]) {
    client.on("error", () => {});
    await client.connect();
  }
  try {
    return { named: await named(one, two), listen: await listens(one, two), lock: await holdsLock(one, two) };
  } finally {
    for (const client of [one, two]) await client.end().catch(() => {});
  }
}

/** The connection to the server that `one` used is taken by `two`, as it happens when many visitors come. */
async function named(one: pg.Client, two: pg.Client): Promise<boolean> {
  const query = { name: "probe", text: "select $1::int as n" };
  const run = (client: pg.Client) => client.query({ ...query, values: [1] });
  await run(one);
  await two.query("begin");
  const again = await run(one).then(
    () => true,
    () => false,
  );
  await two.query("rollback");
  return again;
}

async function listens(one: pg.Client, two: pg.Client): Promise<boolean> {
  let heard = false;
  one.on("notification", () => {
    heard = true;
  });
  await one.query("listen probe");
  await two.query("notify probe");
  for (let tries = 0; tries < 20 && !heard; tries++) {
    await one.query("select");
    await sleep(20);
  }
  return heard;
}

async function holdsLock(one: pg.Client, two: pg.Client): Promise<boolean> {
  const take = async (client: pg.Client) =>
    (await client.query<{ held: boolean }>("select pg_try_advisory_lock(77) as held")).rows[0]?.held;
  const [first, second] = [await take(one), await take(two)];
  return first === true && second === false;
}
