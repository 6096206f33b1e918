import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Looks after all waiting lists. */
export const offerFreeSeats = defineJob("seats.offer", {});

export const pauseEnds = defineJob("pause.ends", { pauseId: z.string() });
export const pauseKey = (pauseId: string) => `pause ${pauseId}`;
