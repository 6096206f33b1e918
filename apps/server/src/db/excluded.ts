import { type SQL, sql } from "drizzle-orm";

/** For `onConflictDoUpdate`: these columns get what the insert would have written. */
export function takeNew<Name extends string>(names: readonly Name[]): Record<Name, SQL> {
  const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const entries = names.map((name) => [name, sql`excluded.${sql.identifier(column(name))}`]);
  return Object.fromEntries(entries) as Record<Name, SQL>;
}
