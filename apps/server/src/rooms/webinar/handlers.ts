import { Refusal } from "@shoreline/contract";
import { joinWindowClosesAt, joinWindowOpensAt, joinWindowState, seatsLeft, stateOf } from "@shoreline/domain/webinar";
import { isWellFormed, keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers } from "../../context.ts";
import { calendarFile, drawWebinar } from "./calendar.ts";
import { listOwnSeats, sendOwnLink } from "./mine.ts";
import { countSeats, endMails, findByJoinId, listOccupied, listWebinars, markJoined, nextWebinar } from "./queries.ts";
import { readSeat, readWebinar } from "./read.ts";
import { register } from "./register.ts";
import { confirmByLink } from "./seats.ts";
import { webinarShape } from "./shapes.ts";
import { timesOf, toWebinarCard, toWebinarPage } from "./wire.ts";

export const webinarHandlers: Handlers<"webinar"> = {
  async notification({ db, log, clock }) {
    const now = clock.now();
    const [next] = keepWellFormed(log, webinarShape, await nextWebinar(db, { now }));
    return next
      ? { _id: next.slug, course: next.course, startAt: next.startAt.toISOString(), now: now.toISOString() }
      : null;
  },

  async list({ db, log }) {
    return keepWellFormed(log, webinarShape, await listWebinars(db)).map(toWebinarCard);
  },

  async now({ db, log, clock }) {
    const now = clock.now();
    const listed = await listOccupied(db, { now });
    const rows = listed.filter(({ webinar }) => isWellFormed(log, webinarShape, webinar));
    return {
      now: now.toISOString(),
      webinars: rows
        .filter(({ webinar }) => stateOf(timesOf(webinar), now) !== "over")
        .map(({ webinar: { slug, seats, enrolledBase }, taken, held }) => ({
          _id: slug,
          enrolledCount: enrolledBase + taken,
          seatsLeft: seatsLeft({ seats, taken, held }),
        })),
    };
  },

  async page(ctx, { webinarId }) {
    return toWebinarPage(await readWebinar(ctx, webinarId));
  },

  async upcoming(ctx, { webinarId }) {
    const now = ctx.clock.now();
    const found = await readWebinar(ctx, webinarId);
    const count = await countSeats(ctx.db, { webinarId: found.id, now });
    return {
      ...toWebinarPage(found, count),
      seatsLeft: seatsLeft({ seats: found.seats, ...count }),
      now: now.toISOString(),
    };
  },

  async calendar(ctx, { webinarId, userId }) {
    const webinar = await readWebinar(ctx, webinarId);
    if (userId === undefined) return { bytes: await drawWebinar(ctx, { webinar }), name: calendarFile(webinar) };
    const found = await readSeat(ctx, userId);
    if (found.webinar.id !== webinar.id) throw new Refusal("UNKNOWN_SEAT");
    return { bytes: await drawWebinar(ctx, found), name: calendarFile(webinar) };
  },

  register,

  async confirm(ctx, { userId }) {
    await confirmByLink(ctx, userId);
    return { message: "Your seat is confirmed." };
  },

  async join(ctx, { userId }) {
    const now = ctx.clock.now();
    const found = await readSeat(ctx, userId);
    const times = timesOf(found.webinar);
    const isConfirmed = found.seat.confirmedAt !== null;
    return {
      zoomLink: isConfirmed && joinWindowState(times, now) === "open" ? found.webinar.meetingUrl : "",
      isConfirmed,
      webinar: toWebinarCard(found.webinar),
      opensAt: joinWindowOpensAt(times).toISOString(),
      closesAt: joinWindowClosesAt(times).toISOString(),
      groupUrl: found.webinar.groupUrl,
      now: now.toISOString(),
    };
  },

  async joined(ctx, { userId }) {
    const now = ctx.clock.now();
    const { seat, webinar } = await readSeat(ctx, userId);
    const mayJoin = seat.confirmedAt !== null && joinWindowState(timesOf(webinar), now) === "open";
    if (mayJoin && !seat.joinedAt) await markJoined(ctx.db, { seatId: seat.id, now });
    return { hasJoined: mayJoin || seat.joinedAt !== null };
  },

  mine: listOwnSeats,
  sendLink: sendOwnLink,

  async unsubscribe({ db, clock }, { userId }) {
    const now = clock.now();
    const [found] = await findByJoinId(db, { joinId: userId });
    if (!found || !(await endMails(db, { joinId: userId, now }))) throw new Refusal("UNKNOWN_SEAT");
    if (stateOf(timesOf(found.webinar), now) === "over")
      return { message: "You get no more mails about this webinar." };
    return {
      message: "You get no more mails about this webinar, unless it is moved or cancelled. You keep your seat.",
    };
  },
};
