import { type RateLimit, Refusal } from "@shoreline/contract";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

export type Limiter = (address: string) => Promise<void>;

/** Counts in PostgreSQL, so the limit holds across processes. Above the limit, this process refuses without a query. */
export function createLimiter(pool: pg.Pool, name: string, { points, seconds }: RateLimit): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limit",
    tableCreated: true,
    clearExpiredByTimeout: false, // the job house.tidy does it
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
