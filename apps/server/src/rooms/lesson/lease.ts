import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Lease } from "../../room.ts";

// A killed process keeps others waiting for so long.
const leaseSeconds = 5;
const renewMs = 1000;
/** Who cannot reach the database stops before another process may begin. */
const stopAfterMs = 4000;
const waitMs = 100;
const waitAtMostMs = 15_000;

/**
 * One request at a time writes to an upload, whatever its process. A newer one, such as of a phone that has reconnected, asks the older
 * to stop, and begins when it has stopped or its process is dead. The database's clock decides: those of machines differ.
 */
export async function takeOver({ db }: Pick<Deps, "db">, fileId: string): Promise<Lease> {
  const me = randomUUID();
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`;
  await db.execute(sql`update lesson_file set next_writer = ${me} where id = ${fileId}`);
  const giveUpAt = performance.now() + waitAtMostMs;
  for (;;) {
    const { rows } = await db.execute<{ isMine: boolean; isNext: boolean }>(sql`
      with taken as (
        update lesson_file set writer = ${me}, writer_until = ${until}, next_writer = null
        where id = ${fileId} and next_writer = ${me} and (writer is null or writer_until < now()) returning id
      )
      select exists (select from taken) as "isMine", next_writer = ${me} as "isNext" from lesson_file where id = ${fileId}`);
    const [found] = rows;
    if (found?.isMine) return hold();
    // A still newer request waits now, or the upload is gone.
    if (!found?.isNext || performance.now() > giveUpAt) throw new Refusal("UPLOAD_MOVED");
    await sleep(waitMs);
  }

  function hold(): Lease {
    const lost = new AbortController();
    let renewedAt = performance.now();
    const renew = async () => {
      const askedAt = performance.now();
      const { rows } = await db.execute<{ isWanted: boolean }>(sql`
        update lesson_file set writer_until = ${until} where id = ${fileId} and writer = ${me}
        returning next_writer is not null as "isWanted"`);
      // Who stops may still have parts on their way to the store, so the lease goes on until it is given back.
      if (rows[0]?.isWanted !== false) lost.abort();
      if (rows[0]) renewedAt = askedAt;
    };
    const timer = setInterval(() => {
      if (performance.now() - renewedAt > stopAfterMs) lost.abort();
      // While the database is away, the time above decides.
      renew().catch(() => {});
    }, renewMs);
    return {
      lost: lost.signal,
      async release() {
        clearInterval(timer);
        await db.execute(sql`
          update lesson_file set writer = null, writer_until = null where id = ${fileId} and writer = ${me}`);
      },
    };
  }
}
