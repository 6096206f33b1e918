import { sql } from "drizzle-orm";
import { z } from "zod";
import { Moment, type RecordCheck } from "../../content/well-formed.ts";
import { isOurTime } from "../../db/our-time.ts";
import { purchase } from "../../db/tables/enrolment.ts";

export const purchaseShape = {
  kind: "purchase",
  key: ({ purchase }: { purchase: { id: string } }) => purchase.id,
  schema: z.object({ purchase: z.object({ purchasedAt: Moment }) }),
};

export const purchaseCheck: RecordCheck = {
  kind: "purchase",
  table: purchase,
  key: purchase.id,
  isBroken: sql`not (${isOurTime(purchase.purchasedAt)})`,
  problem: "purchased_at",
};
