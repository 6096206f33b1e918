import type { SeatReply } from "@shoreline/contract";
import { createClient } from "@shoreline/contract/client";
import { webinarRoutes } from "@shoreline/contract/webinar-routes";

/** For what the visitor does on the pages of webinars; other pages do not carry its table. */
export const webinarClient = createClient((path, init) => fetch(path, init), webinarRoutes).webinar;

/** What the page remembers of a registration made on it. */
export type TakenSeat = { reply: SeatReply; email: string };
