import { sql } from "drizzle-orm";
import { type ExamWithDatabase, type Finding, fault, ok, warning } from "./check.ts";
import { isPublic } from "./configuration.ts";

export async function checkStaff({ db, config }: ExamWithDatabase): Promise<Finding[]> {
  const { rows } = await db.execute<{ owners: number; safe: number }>(sql`
    select count(*)::int as owners, count(*) filter (where authenticator_secret is not null
      or exists (select from staff_passkey p where p.staff_id = s.id))::int as safe
    from staff s where closed_at is null and roles ? 'owner'`);
  const { owners = 0, safe = 0 } = rows[0] ?? {};
  if (safe > 0) return [ok(`Owners with a second step: ${safe}.`)];
  const say = isPublic(config) ? fault : warning;
  if (owners > 0) return [say("No owner has set up a second step.", "Let the owner sign in at /staff and set one up.")];
  return [say("There is no owner.", "Run: npm run staff -- invite MAIL --role owner")];
}
