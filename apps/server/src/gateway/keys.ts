import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { randomId } from "./sign.ts";

const keys = z.object({ keyId: z.string(), keySecret: z.string(), webhookSecret: z.string() });
export type LocalKeys = z.infer<typeof keys>;

/** Created once per installation: with keys in the source code anybody could sign a payment. */
export async function localKeys(db: Db): Promise<LocalKeys> {
  const fresh: LocalKeys = {
    keyId: `rzp_local_${randomId()}`,
    keySecret: randomId(32),
    webhookSecret: randomId(32),
  };
  // The kind must be a valid one, but no query finds the keys by it: orders are read by id.
  await db
    .insert(gatewayRecord)
    .values({ id: "keys", kind: "order", orderId: "keys", data: fresh, at: new Date() })
    .onConflictDoNothing();
  const [stored] = await db
    .select({ data: gatewayRecord.data })
    .from(gatewayRecord)
    .where(eq(gatewayRecord.id, "keys"));
  return keys.parse(stored?.data);
}
