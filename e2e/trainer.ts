import { query } from "./database.ts";

/** A trainer of the demonstration whom no other journey uses. */
export async function newTrainer(first: string): Promise<{ id: string; name: string }> {
  const name = `${first} ${crypto.randomUUID().slice(0, 6)}`;
  const [row] = await query(
    `insert into staff (name, email, roles, invited_at, is_demo)
     values ($1, $2, '["trainer"]', now(), true) returning id`,
    [name, `${crypto.randomUUID()}@example.com`],
  );
  return { id: String(row?.id), name };
}
