import { sql } from "drizzle-orm";
import { boolean, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

const moment = () => timestamp({ withTimezone: true });

/** The institute's keys. Retired ones stay: they prove what they signed. */
export const signingKey = pgTable(
  "signing_key",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** `pdf`: the key of the institute's own certificate from outside; its private half lies in a file of the institute. */
    kind: text({ enum: ["ed25519", "p256", "pdf"] }).notNull(),
    multikey: text().notNull().unique(),
    /** PKCS #8 in base64, encrypted when `isWrapped`. Null: it is not here. */
    privateKey: text(),
    isWrapped: boolean().notNull().default(false),
    /** X.509 in base64, for signatures of PDF files. */
    certificate: text(),
    createdAt: moment().notNull(),
    retiredAt: moment(),
    /** Somebody else may have the key: what it signed from then on proves nothing. */
    distrustedFrom: moment(),
  },
  (t) => [uniqueIndex("signing_key_current").on(t.kind).where(sql`${t.retiredAt} is null`)],
);
