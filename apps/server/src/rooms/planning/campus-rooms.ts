import { type Api, type CampusRooms, type ParsedInput, Refusal } from "@shoreline/contract";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";
import { recordChange } from "../staff/audit.ts";

const mostRooms = 200;

export async function listCampusRooms({ db, clock }: StaffCtx): Promise<CampusRooms> {
  const coming = sql<number>`(select count(*)::int from live_class c where c.room_id = ${campusRoom.id}
    and c.starts_at > ${clock.now().toISOString()}::timestamptz and c.cancelled_at is null)`;
  const rows = await db
    .select({ room: campusRoom, classesToCome: coming })
    .from(campusRoom)
    .orderBy(sql`${campusRoom.closedAt} is not null`, asc(campusRoom.name))
    .limit(mostRooms);
  return {
    rooms: rows.map(({ room: { id, name, seats, closedAt }, classesToCome }) => ({
      ...{ roomId: id, name, seats, isClosed: closedAt !== null, classesToCome },
    })),
  };
}

export async function saveCampusRoom(ctx: StaffCtx, given: ParsedInput<Api["planning"]["saveCampusRoom"]>) {
  const { roomId, name, seats } = given;
  await ctx.db.transaction(async (tx) => {
    // One at a time, or two could take the same name.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('campus rooms', 0))`);
    const isOther = roomId ? ne(campusRoom.id, roomId) : undefined;
    if ((await tx.$count(campusRoom, and(sql`lower(${campusRoom.name}) = lower(${name})`, isOther))) > 0)
      throw new Refusal("KNOWN_CAMPUS_ROOM", { fields: { name: "There is a room with this name already." } });
    const before = roomId ? await lockRoom(tx, roomId) : null;
    const [row] = before
      ? await tx.update(campusRoom).set({ name, seats }).where(eq(campusRoom.id, before.id)).returning()
      : await tx.insert(campusRoom).values({ name, seats, isDemo: ctx.staff.isDemo }).returning();
    await recordChange(tx, ctx, {
      ...{ action: before ? "Changed a campus room" : "Added a campus room", kind: "setting" },
      ...{ thingId: row?.id ?? "", thing: name },
      ...(before ? { before: { name: before.name, seats: before.seats } } : {}),
      after: { name, seats },
    });
  });
  return listCampusRooms(ctx);
}

/** A second press changes nothing. */
export async function closeCampusRoom(ctx: StaffCtx, { roomId, isClosed }: { roomId: string; isClosed: boolean }) {
  await ctx.db.transaction(async (tx) => {
    const row = await lockRoom(tx, roomId);
    if ((row.closedAt !== null) === isClosed) return;
    await tx
      .update(campusRoom)
      .set({ closedAt: isClosed ? ctx.clock.now() : null })
      .where(eq(campusRoom.id, roomId));
    await recordChange(tx, ctx, {
      ...{ action: isClosed ? "Closed a campus room" : "Opened a campus room again", kind: "setting" },
      ...{ thingId: roomId, thing: row.name, before: { isClosed: !isClosed }, after: { isClosed } },
    });
  });
  return listCampusRooms(ctx);
}

async function lockRoom(tx: Db, roomId: string) {
  const [row] = await tx.select().from(campusRoom).where(eq(campusRoom.id, roomId)).for("update");
  if (!row) throw new Refusal("UNKNOWN_CAMPUS_ROOM");
  return row;
}
