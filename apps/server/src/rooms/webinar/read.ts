import { Refusal } from "@shoreline/contract";
import { isWellFormed, keepWellFormed } from "../../content/well-formed.ts";
import type { Deps } from "../../context.ts";
import { findByJoinId, findWebinar, type SeatRow, type WebinarRow } from "./queries.ts";
import { webinarShape } from "./shapes.ts";

/** A webinar by its address. A broken one is unknown, as on the pages. */
export async function readWebinar({ db, log }: Deps, slug: string): Promise<WebinarRow> {
  const [found] = keepWellFormed(log, webinarShape, await findWebinar(db, { slug }));
  if (!found) throw new Refusal("UNKNOWN_WEBINAR");
  return found;
}

/** The seat of a join link, with its webinar. */
export async function readSeat({ db, log }: Deps, joinId: string): Promise<{ seat: SeatRow; webinar: WebinarRow }> {
  const [found] = await findByJoinId(db, { joinId });
  if (!found) throw new Refusal("UNKNOWN_SEAT");
  if (!isWellFormed(log, webinarShape, found.webinar)) throw new Refusal("UNKNOWN_WEBINAR");
  return found;
}
