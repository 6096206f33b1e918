import { ApiError } from "@shoreline/contract/client";

const mostRetries = 3;

/** Without an answer, tries again after one, two and four seconds. A refusal counts as an answer. */
export async function withRetries<T>(ask: () => Promise<T>, retries = 0): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status < 500;
    if (isAnswer || retries >= mostRetries) throw error;
    await new Promise((wait) => setTimeout(wait, 1000 * 2 ** retries));
    return withRetries(ask, retries + 1);
  }
}
