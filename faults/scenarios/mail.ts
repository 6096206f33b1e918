import { waitUntil } from "../children.ts";
import { type Options, playRound, type Result } from "../round.ts";
import { startSmtp } from "../smtp.ts";
import { openEmbedded } from "../world.ts";

/**
 * The mail server is slow, breaks off after the mail but before its answer, and meanwhile the product is killed. Nobody can
 * know what became of such a mail, so it may come twice, under the same message id; no other mail may.
 */
export async function* mail({ rounds, seed, root }: Options): AsyncGenerator<Result> {
  const smtp = await startSmtp();
  const world = await openEmbedded({ root, env: { SMTP_URL: smtp.url, MAIL_FROM: "hello@shoreline.example" } });
  for (let n = 0; n < rounds; n++) {
    const from = smtp.mails.length;
    const cutsBefore = smtp.seen.cuts;
    let unanswered = 0;
    const result = await playRound({
      name: `mail ${n + 1}`,
      world,
      seed: seed + n,
      crowd: { forms: 4, learners: 1, seats: 1 },
      readMails: async () => smtp.mails.slice(from),
      async fault({ random }) {
        smtp.set({ delayInMs: 300, isCut: (count) => count % 5 === 0 });
        const cuts = smtp.seen.cuts + random.between(1, 4);
        const isWorst = () => smtp.seen.cuts >= cuts && smtp.seen.unanswered > 0;
        await waitUntil(isWorst, { seconds: 30, what: "mails are cut off and under way", every: 5 });
        const killedAt = performance.now();
        await world.end(0, "SIGKILL");
        // An answer of the last moment may not have been read any more.
        unanswered = smtp.seen.unanswered + smtp.seen.answeredAt.filter((at) => at > killedAt - lastMomentInMs).length;
        smtp.set({});
        await world.start(0);
        return { "mails without an answer at the kill": unanswered };
      },
    });
    const cuts = smtp.seen.cuts - cutsBefore;
    const doubled = Number(result.figures["mails doubled"] ?? 0);
    const faults = result.faults.filter((fault) => !/was sent 2 times$/.test(fault));
    if (doubled > cuts + unanswered) faults.push(`${doubled} mails doubled, of which ${cuts + unanswered} had to be`);
    faults.push(...whyTwoIds(smtp.mails.slice(from)));
    yield { ...result, faults, figures: { ...result.figures, "mails cut off": cuts } };
  }
}

const lastMomentInMs = 50;

/** Copies of one mail have one message id, by which mailboxes show them once. */
function whyTwoIds(mails: { to: string; subject: string; text: string; messageId?: string | null }[]): string[] {
  const ids = new Map<string, Set<string>>();
  for (const { to, subject, text, messageId } of mails) {
    const [email = ""] = /\bf[0-9a-z]+x\w+@example\.com/.exec(text) ?? [];
    const key = `${to} ${subject} ${email}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(String(messageId)));
  }
  return [...ids].filter(([, all]) => all.size > 1).map(([key, all]) => `mail ${key} has ${all.size} message ids`);
}
