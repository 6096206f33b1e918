import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { institute } from "../../db/tables/site.ts";

type Counts = { certificates: number | null; withThisPrefix: number | null; invoices: number | null };

/** What staff should know once a prefix has changed. Certificates are counted for each prefix, invoices for each year. */
export async function notePrefixes(db: Db, fields: string[]): Promise<string[]> {
  const [row] = await db.select().from(institute);
  if (!row || !(fields.includes("certificatePrefix") || fields.includes("invoicePrefix"))) return [];
  const { certificatePrefix, invoicePrefix } = row.profile;
  const { rows } = await db.execute<Counts>(sql`
    select (select max(last) from certificate_counter) as certificates,
      (select last from certificate_counter where prefix = ${certificatePrefix}) as "withThisPrefix",
      (select max(last) from invoice_counter) as invoices`);
  const { certificates, withThisPrefix, invoices } = rows[0] as Counts;
  const notes: string[] = [];
  if (fields.includes("certificatePrefix") && certificates)
    notes.push(
      `certificates issued so far keep their numbers and stay valid; new ones begin with ${certificatePrefix} and count from ${(withThisPrefix ?? 0) + 1}`,
    );
  if (fields.includes("invoicePrefix") && invoices)
    notes.push(
      `invoices issued so far keep their numbers; new ones begin with ${invoicePrefix}, and the count of the financial year goes on`,
    );
  return notes;
}
