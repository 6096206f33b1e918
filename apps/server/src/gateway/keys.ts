import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { randomId } from "./sign.ts";

const keys = z.object({ keyId: z.string(), keySecret: z.string(), webhookSecret: z.string() });
export type LocalKeys = z.infer<typeof keys>;

/** Made once per installation: keys that stand in the source would let anybody sign a payment. */
export async function localKeys(db: Db): Promise<LocalKeys> {
  const fresh: LocalKeys = {
    keyId: `rzp_local_${randomId()}`,
    keySecret: randomId(32),
    webhookSecret: randomId(32),
  };
  // Never found by its kind: what lists orders goes by their id.
  await db
    .insert(gatewayRecord)
    .values({ id: "keys", kind: "order", orderId: "keys", data: fresh, at: new Date() })
    .onConflictDoNothing();
  const [kept] = await db.select({ data: gatewayRecord.data }).from(gatewayRecord).where(eq(gatewayRecord.id, "keys"));
  return keys.parse(kept?.data);
}
