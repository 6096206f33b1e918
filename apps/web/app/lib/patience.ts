import { ApiError } from "@shoreline/contract/client";

const mostRetries = 3;

/** Asks again after one second, two and four where there was no answer; a refusal is one. */
export async function patiently<T>(ask: () => Promise<T>, retries = 0): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status < 500;
    if (isAnswer || retries >= mostRetries) throw error;
    await new Promise((wait) => setTimeout(wait, 1000 * 2 ** retries));
    return patiently(ask, retries + 1);
  }
}
