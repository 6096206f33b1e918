import { Refusal } from "@shoreline/contract";
import { type ClassSettings, defaultClassSettings } from "@shoreline/domain/class-settings";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { classSettings } from "../../db/tables/batch-plan.ts";

const theOne = "classes";

export async function readClassSettings(db: Db): Promise<ClassSettings & { version: number }> {
  const [found] = await db.select().from(classSettings).where(eq(classSettings.id, theOne));
  return { ...defaultClassSettings, ...found?.content, version: found?.version ?? 0 };
}

/** Changes some of the settings. Who has seen older ones is refused. */
export async function saveClassSettings(tx: Db, changed: Partial<ClassSettings>, version: number): Promise<void> {
  await tx.insert(classSettings).values({ id: theOne, content: {} }).onConflictDoNothing();
  const { version: before, ...content } = await readClassSettings(tx);
  const stored = await tx
    .update(classSettings)
    .set({ content: { ...content, ...changed }, version: before + 1 })
    .where(and(eq(classSettings.id, theOne), eq(classSettings.version, version)))
    .returning({ version: classSettings.version });
  if (stored.length === 0) throw new Refusal("CHANGED_MEANWHILE");
}
