import { Refusal } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/connect.ts";
import { digestReader } from "../../db/tables/digest.ts";

type Reader = { learnerId: string } | { staffId: string };

const isOf = (who: Reader) =>
  "learnerId" in who ? eq(digestReader.learnerId, who.learnerId) : eq(digestReader.staffId, who.staffId);

export async function readDigest(db: Db, who: Reader): Promise<{ wantsMail: boolean }> {
  const [found] = await db.select().from(digestReader).where(isOf(who));
  return { wantsMail: found?.wantsMail ?? true };
}

export async function setDigest(db: Db, who: Reader, wantsMail: boolean): Promise<{ wantsMail: boolean }> {
  const target = "learnerId" in who ? digestReader.learnerId : digestReader.staffId;
  await db
    .insert(digestReader)
    .values({ ...who, wantsMail })
    .onConflictDoUpdate({ target, set: { wantsMail } });
  return { wantsMail };
}

/** By the link in a mail. */
export async function endDigest(db: Db, readerId: string): Promise<void> {
  if (!z.uuid().safeParse(readerId).success) throw new Refusal("UNKNOWN_SUBSCRIPTION");
  const ended = await db
    .update(digestReader)
    .set({ wantsMail: false })
    .where(eq(digestReader.id, readerId))
    .returning({ id: digestReader.id });
  if (ended.length === 0) throw new Refusal("UNKNOWN_SUBSCRIPTION");
}
