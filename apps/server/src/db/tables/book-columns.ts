import { sql } from "drizzle-orm";
import { integer, numeric, text } from "drizzle-orm/pg-core";

/**
 * What the books add up, taken out of the snapshot that an invoice or a credit note is. PostgreSQL keeps them true. SGST is always
 * as high as CGST, and the taxable value is what the taxes leave of the total.
 */
export const bookColumns = () => ({
  totalInPaise: integer().generatedAlwaysAs(sql`(content ->> 'totalInPaise')::int`),
  cgstInPaise: integer().generatedAlwaysAs(sql`coalesce((content #>> '{tax,cgstInPaise}')::int, 0)`),
  igstInPaise: integer().generatedAlwaysAs(sql`coalesce((content #>> '{tax,igstInPaise}')::int, 0)`),
  ratePercent: numeric({ mode: "number" }).generatedAlwaysAs(
    sql`coalesce((content #>> '{tax,ratePercent}')::numeric, 0)`,
  ),
  /** Of a document without a place of supply: the institute's own state. */
  placeCode: text().generatedAlwaysAs(
    sql`coalesce(content #>> '{placeOfSupply,code}', content #>> '{institute,stateCode}', '')`,
  ),
});
