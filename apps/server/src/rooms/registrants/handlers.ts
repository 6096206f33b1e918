import type { Handlers } from "../../context.ts";
import { collect } from "../inbox/collect.ts";
import { markAttendance } from "./attendance.ts";
import { countSeats, figuresOf } from "./count.ts";
import { hasTakenPlace, listRegistrants, listStaffWebinars, readStaffWebinar, toStaffWebinar } from "./queries.ts";
import { writeToRegistrants } from "./write.ts";

export const registrantsHandlers: Handlers<"registrants"> = {
  webinars: listStaffWebinars,

  async list(ctx, { webinarId, ...page }) {
    // Who has just registered is to have a lead already.
    await collect(ctx);
    const now = ctx.clock.now();
    const webinar = await readStaffWebinar(ctx, webinarId);
    const isPast = await hasTakenPlace(ctx.db, webinar, now);
    const { counts, reach, ...figures } = figuresOf(await countSeats(ctx.db, [webinarId], { isPast }));
    const { registrants, next } = await listRegistrants(ctx.db, { ...page, webinarId, isPast });
    return { webinar: toStaffWebinar(webinar, figures, now), registrants, next, counts, reach };
  },

  async attendance(ctx, given) {
    return { changed: await markAttendance(ctx, given) };
  },

  write: writeToRegistrants,
};
