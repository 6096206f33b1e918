import { ApiError } from "@shoreline/contract/client";

/**
 * Sends a call again while the server is too busy to answer, as our forms do (`lib/resend.ts`). For calls that the server does
 * once, however often they come.
 */
export async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let triesLeft = 20; ; triesLeft--)
    try {
      return await call();
    } catch (error) {
      const isAway = error instanceof ApiError && error.status === 503;
      if (!isAway || triesLeft === 0) throw error;
      await new Promise((wait) => setTimeout(wait, 200));
    }
}
