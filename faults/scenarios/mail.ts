import { waitUntil } from "../children.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { openEmbedded } from "../world.ts";

/**
 * The mail server is slow, breaks off after the mail but before its answer, and meanwhile the product is killed. Nobody can
 * know what became of such a mail, so it may come twice, under the same message id; no other mail may.
 */
export async function* mail({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const world = await openEmbedded({ root });
  const { smtp } = world;
  for (let n = 0; n < rounds; n++) {
    const cutsBefore = smtp.seen.cuts;
    const result = await playRound({
      name: `mail ${n + 1}`,
      world,
      seed: seed + n,
      crowd: { forms: 4, learners: 1, seats: 1 },
      async fault({ random }) {
        smtp.set({ delayInMs: 300, isCut: (count) => count % 5 === 0 });
        const cuts = smtp.seen.cuts + random.between(1, 4);
        const isWorst = () => smtp.seen.cuts >= cuts && smtp.seen.unanswered > 0;
        await waitUntil(isWorst, { seconds: 30, what: "mails are cut off and under way", every: 5 });
        const unanswered = smtp.seen.unanswered;
        await world.end(0, "SIGKILL");
        smtp.set({});
        const begun = performance.now();
        await world.start(0);
        return {
          "mails without an answer at the kill": unanswered,
          "ms until ready": Math.round(performance.now() - begun),
        };
      },
    });
    yield { ...result, figures: { ...result.figures, "mails cut off": smtp.seen.cuts - cutsBefore } };
  }
}
