import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { seatsFreed } from "../schedule/jobs.ts";
import { placeHandlers } from "./handlers.ts";
import { offerFreeSeats, pauseEnds } from "./jobs.ts";
import { pauseEnded, requestAnswered, seatOffered } from "./mails.ts";
import { offerSeats, sweepLines } from "./offer.ts";
import { tellPauseEnds } from "./pause.ts";

export const place = defineRoom({
  name: "place",
  handlers: placeHandlers,
  mails: [seatOffered, requestAnswered, pauseEnded],
  jobs: [
    handles(seatsFreed, (ctx, { batchId }) => offerSeats(ctx, batchId)),
    handles(offerFreeSeats, sweepLines),
    handles(pauseEnds, (ctx, { pauseId }) => tellPauseEnds(ctx, pauseId)),
  ],
  cron: [{ job: offerFreeSeats, at: "*/5 * * * *" }],
});
