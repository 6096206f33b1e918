import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../children.ts";
import { send } from "../http.ts";
import { providerKeys, startProvider } from "../provider.ts";
import { randomFrom } from "../random.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openExternal } from "../world.ts";

const fine = { late: 0, twice: false, reordered: false, dropped: false };

/** The payment provider fails, is silent, or loses its answers; webhooks come twice and in the wrong order. */
export async function* provider({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const at = await freePort();
  const world = await openExternal({
    root,
    preload: path.join(import.meta.dirname, "../provider-preload.mjs"),
    env: { ...providerKeys, PROVIDER_URL: `http://127.0.0.1:${at}` },
  });
  const webhookUrl = `${world.base()}/api/payment/webhook`;
  const started = await startProvider({ at, database: world.server, webhookUrl, random: randomFrom(seed) });
  const paying = {
    ...world,
    pay: async (_: unknown, { orderId, key }: { orderId: string; key: unknown }) =>
      send(started.url, {
        method: "POST",
        path: `/checkout/${orderId}/pay`,
        body: { key, method: "upi", outcome: "captured" },
      }),
  };
  for (let n = 0; n < rounds; n++)
    yield await playRound({
      name: `provider ${n + 1}`,
      world: paying,
      seed: seed + n,
      crowd: { forms: 1, learners: 5, seats: 0 },
      async fault() {
        started.set(["fine", "failing", "silent", "lossy"]);
        started.setDelivery({ ...fine, twice: true, reordered: true });
        await sleep(25_000);
        started.set(["fine"]);
        started.setDelivery(fine);
        const { failing, silent, lossy } = started.counts;
        return { "calls failed": failing, "calls unanswered": silent, "calls with a lost answer": lossy };
      },
    });
}
