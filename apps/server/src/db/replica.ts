import { Refusal } from "@shoreline/contract";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Logger } from "pino";
import { type Db, openDatabase } from "./connect.ts";
import { keepConnection } from "./standing-connection.ts";

/** A place in the log of the primary, such as `16/B374D848`: what was written before it is included. */
export type Position = string & { readonly isPosition: true };

/** What a caller wrote last; null when nothing lately, `unknown` when only the primary can know. */
export type Since = Position | null | "unknown";

export type Replica = ReturnType<typeof openReplica>;

export type ReadServer = "replica" | "primary";

type Options = {
  connection: pg.PoolConfig;
  primary: pg.Pool;
  log: Logger;
  count?(server: ReadServer): void;
  maxLagSeconds?: number;
  times?: Parameters<typeof keepConnection>[0]["times"];
};

/** A replica that is further behind is not asked. What a browser has written is remembered for much longer (`positionSeconds`). */
const usualLagSeconds = 60;
export const positionSeconds = 600;

/**
 * Reads from a copy of the primary that may be late. The caller names the position that the answer must include. Whatever goes wrong with
 * the replica, the primary answers.
 */
export function openReplica({ connection, primary, log, count = () => {}, maxLagSeconds, times }: Options) {
  const { pool, setLine } = openDatabase(connection, { patienceMs: 0 });
  const lag = maxLagSeconds ?? usualLagSeconds;
  let isUp = false;
  /** Pages and shared answers must include the last change of content; null while its position is not known. */
  let content: Position | null = null;
  let changes = 0;
  const set = (is: boolean) => {
    isUp = is;
    setLine(is);
  };
  const line = keepConnection({
    connection,
    log,
    warning: "the replica does not answer: the primary answers everything",
    onConnect: async () => set(true),
    onLost: () => set(false),
    ...(times ? { times } : {}),
  });

  async function onReplica<T>(wanted: Position[], work: (db: Db) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let failed: Error | undefined;
    try {
      // Before the transaction: what it sees is decided by its first statement, and must not be older than the answer to this one.
      const { rows } = await client.query<{ isFresh: boolean }>(freshness, [wanted, lag]);
      if (!rows[0]?.isFresh) throw new Behind();
      const db: Db = drizzle({ client: inTurn(client), casing: "snake_case" });
      return await db.transaction(work, { isolationLevel: "repeatable read", accessMode: "read only" });
    } catch (error) {
      if (!(error instanceof Behind || error instanceof Refusal)) failed = error as Error;
      throw error;
    } finally {
      client.release(failed);
    }
  }

  return {
    ready: line.ready,
    isUp: () => isUp,
    pool,
    /** Does the work on the replica if it has replayed `since` and the last change of content; otherwise, and when that fails, `instead`. */
    async read<T>(since: Since, work: (db: Db) => Promise<T>, instead: () => Promise<T>): Promise<T> {
      if (isUp && content && since !== "unknown") {
        try {
          const answer = await onReplica(since ? [content, since] : [content], work);
          count("replica");
          return answer;
        } catch (error) {
          if (error instanceof Refusal) {
            count("replica");
            throw error;
          }
          // Late, away, in conflict with what it replays, or of an earlier schema.
          if (!(error instanceof Behind)) log.debug({ err: error }, "the replica could not answer");
        }
      }
      count("primary");
      return instead();
    },
    /** Where the primary is: everything that is committed now is included. */
    readPosition: () => positionOf(primary),
    /** Content may have changed, as `listener` has heard from the primary, or missed. */
    async contentChanged(listener: pg.ClientBase): Promise<void> {
      const change = ++changes;
      content = null;
      const position = await positionOf(listener);
      if (change === changes) content = position;
    },
    /** What changes from now on may not be heard. */
    contentUnknown() {
      changes++;
      content = null;
    },
    async stop() {
      await line.stop();
      await pool.end();
    },
  };
}

/** Anything else than a position is not believed. */
export function toPosition(text: string): Position | null {
  return /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i.test(text) ? (text as Position) : null;
}

// A server that was promoted is no replica any more: where it is says nothing about the primary.
const freshness = `select pg_is_in_recovery()
  and pg_last_wal_replay_lsn() >= (select max(wanted::pg_lsn) from unnest($1::text[]) wanted)
  and pg_last_xact_replay_timestamp() > now() - make_interval(secs => $2) as "isFresh"`;

async function positionOf(server: pg.Pool | pg.ClientBase): Promise<Position> {
  const query = "select pg_current_wal_insert_lsn()::text as position";
  const { rows } = await (server as pg.Pool).query<{ position: Position }>(query);
  return (rows[0] as { position: Position }).position;
}

/** The primary answers instead. Work throws it that finds out that the replica cannot know what it needs. */
export class Behind extends Error {}

/** Handlers ask several things at once, which a pool does on several connections; one transaction does them in turn. */
function inTurn(client: pg.PoolClient): pg.PoolClient {
  let last: Promise<unknown> = Promise.resolve();
  const query = (...given: unknown[]) => {
    const ask = () => Reflect.apply(client.query, client, given) as Promise<unknown>;
    const asked = last.then(ask, ask);
    last = asked.catch(() => {});
    return asked;
  };
  return { query } as unknown as pg.PoolClient;
}
