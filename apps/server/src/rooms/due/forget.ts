import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import type { PersonalPlace } from "../../person/who.ts";
import { recordChange } from "../staff/audit.ts";
import { endMandate } from "./mandate.ts";
import { moneyText } from "./words.ts";

/** The sale stays without the person. Nobody is left who would pay what is open, so it is cancelled, and staff read it in the log. */
export const salePlace: PersonalPlace = {
  table: "sale",
  learner: sql`learner_id`,
  async erase(db, { rows, now }) {
    const held = await db
      .select({ id: sale.id, state: sale.state, courseId: sale.courseId })
      .from(sale)
      .where(rows)
      .orderBy(sale.id)
      .for("update");
    const ids = held.map(({ id }) => id);
    const cancelled = await db
      .update(due)
      .set({ state: "cancelled", settledAt: now })
      .where(and(inArray(due.saleId, ids), eq(due.state, "open")))
      .returning({ saleId: due.saleId, amountInPaise: due.amountInPaise });
    await db
      .update(sale)
      .set({ state: "withdrawn", refusal: "The learner deleted the account", version: sql`${sale.version} + 1` })
      .where(and(inArray(sale.id, ids), inArray(sale.state, ["waiting", "open"])));
    for (const saleId of ids) await endMandate(db, saleId, { why: "The learner deleted the account", now });
    await recordCancelled(db, { held, cancelled, now });
  },
};

type Cancelled = {
  held: { id: string; courseId: string }[];
  cancelled: { saleId: string; amountInPaise: number }[];
  now: Date;
};

async function recordCancelled(db: Db, { held, cancelled, now }: Cancelled): Promise<void> {
  const courses = await db
    .select({ id: course.id, name: course.name })
    .from(course)
    .where(
      inArray(
        course.id,
        held.map(({ courseId }) => courseId),
      ),
    );
  for (const { id, courseId } of held) {
    const parts = cancelled.filter(({ saleId }) => saleId === id);
    if (parts.length === 0) continue;
    const amount = moneyText(parts.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0));
    await recordChange(
      db,
      { clock: { now: () => now } },
      {
        ...{ action: "Cancelled what a deleted account owed", kind: "sale", thingId: id },
        thing: courses.find((one) => one.id === courseId)?.name ?? "",
        after: { parts: parts.length, amount },
      },
    );
  }
}
