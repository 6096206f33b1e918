import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { recordChange } from "../staff/audit.ts";
import { readStaffWebinar } from "./queries.ts";

type Marks = { webinarId: string; seatIds: string[]; attended: boolean | null };

/** Seats of other webinars, those that nobody confirmed, and those that have this mark already stay as they are. */
export async function markAttendance(ctx: StaffCtx, { webinarId, seatIds, attended }: Marks): Promise<number> {
  const { title } = await readStaffWebinar(ctx, webinarId);
  return ctx.db.transaction(async (tx) => {
    // In one order, so that two who mark the same people do not wait for each other.
    const others = await tx
      .select({ id: webinarSeat.id, attended: webinarSeat.attended })
      .from(webinarSeat)
      .where(
        sql`${webinarSeat.id} = ${anyOf(seatIds)} and ${eq(webinarSeat.webinarId, webinarId)}
          and ${webinarSeat.confirmedAt} is not null
          and ${webinarSeat.attended} is distinct from ${attended}::boolean`,
      )
      .orderBy(webinarSeat.id)
      .for("update");
    if (others.length === 0) return 0;
    const ids = others.map(({ id }) => id);
    await tx
      .update(webinarSeat)
      .set({ attended })
      .where(eq(webinarSeat.id, anyOf(ids)));
    await recordChange(tx, ctx, {
      ...{ action: actionOf(attended), kind: "webinar", thingId: webinarId, thing: title },
      before: { marks: marksOf(others) },
      after: { registrants: ids.length, marks: marksOf(ids.map((id) => ({ id, attended }))) },
    });
    return ids.length;
  });
}

/** By the seat's id: the log must not name people whom an erasure would not find there. */
function marksOf(seats: { id: string; attended: boolean | null }[]): Record<string, string> {
  const word = (attended: boolean | null) => (attended === null ? "none" : attended ? "attended" : "missed");
  return Object.fromEntries(seats.map(({ id, attended }) => [id, word(attended)]));
}

function actionOf(attended: boolean | null): string {
  if (attended === null) return "Took back marks of attendance";
  return attended ? "Marked registrants as attended" : "Marked registrants as missed";
}
