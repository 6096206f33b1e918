import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "./connect.ts";
import { serverSecret } from "./tables/house.ts";

/** A random key that all processes share. The first one that needs it creates it. */
export async function readServerSecret(db: Db, name: string): Promise<string> {
  const find = () => db.select({ value: serverSecret.value }).from(serverSecret).where(eq(serverSecret.name, name));
  const [found] = await find();
  if (found) return found.value;
  await db
    .insert(serverSecret)
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  const [created] = await find();
  if (!created) throw new Error("A server secret was not stored.");
  return created.value;
}

/** Reads the key once. While the database does not answer, a key of this process takes its place. */
export function serverSecretReader(db: Db, name: string): () => Promise<string> {
  const own = randomBytes(32).toString("base64url");
  let shared: string | undefined;
  return async () => {
    shared ??= await readServerSecret(db, name).catch(() => undefined);
    return shared ?? own;
  };
}
