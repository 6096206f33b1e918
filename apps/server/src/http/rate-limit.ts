import { type RateLimit, Refusal } from "@shoreline/contract";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Counter } from "../context.ts";

/** Counts without refusing. Nothing is remembered in memory: a deleted row starts a new period at once. */
export function createCounter(pool: pg.Pool, name: string, { points, seconds }: RateLimit): Counter {
  const counter = new RateLimiterPostgres({ ...storeOf(pool), keyPrefix: name, points, duration: seconds });
  return {
    used: async (key) => (await counter.get(key))?.consumedPoints ?? 0,
    async count(key) {
      const counted = await counter.consume(key).catch((reason: unknown) => reason);
      if (counted instanceof RateLimiterRes) return counted.consumedPoints;
      throw counted;
    },
  };
}

function storeOf(pool: pg.Pool) {
  return {
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limit",
    tableCreated: true,
    clearExpiredByTimeout: false, // the job house.tidy does it
  };
}

export type Limiter = (address: string) => Promise<void>;

/** The limits of one call. */
export function createLimiters(pool: pg.Pool, call: string, limits: RateLimit[]): Limiter[] {
  return limits.map((limit, n) => createLimiter(pool, n > 0 ? `${call}.${n}` : call, limit));
}

/** Counts in PostgreSQL, so the limit holds across processes. Above the limit, this process refuses without a query. */
export function createLimiter(pool: pg.Pool, name: string, { points, seconds }: RateLimit): Limiter {
  const limiter = new RateLimiterPostgres({
    ...storeOf(pool),
    keyPrefix: name,
    points,
    duration: seconds,
    inMemoryBlockOnConsumed: points + 1,
  });
  return async (address) => {
    try {
      await limiter.consume(address);
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      throw new Refusal("TOO_MANY_REQUESTS", {
        headers: { "retry-after": String(Math.max(1, Math.ceil(reason.msBeforeNext / 1000))) },
      });
    }
  };
}
