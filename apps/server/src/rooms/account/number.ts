import { Refusal } from "@shoreline/contract";
import type { SignedInCtx } from "../../context.ts";
import { recordEvent } from "../../events.ts";
import { enqueue } from "../../jobs/queue.ts";
import { sendSms } from "../../messages/sent.ts";
import { reportChange } from "./jobs.ts";
import {
  endOtherSessions,
  forgetDevices,
  type LearnerRow,
  moveDevice,
  moveLearner,
  movePictures,
  numberOf,
  type Phone,
  spendTicket,
} from "./queries.ts";
import { hashSecret } from "./secrets.ts";
import { readTicket, spendOwnTicket } from "./sign-in.ts";

type NumberChange = Phone & { ticket: string; newTicket: string; device?: string | undefined };

/** Gives a learner another number. Both tickets are spent, or none. Every other browser has to sign in again. */
export async function changeNumber(
  ctx: SignedInCtx,
  { ticket, newTicket, device, countryCode, mobileNumber }: NumberChange,
): Promise<LearnerRow> {
  const { learner, sessionId } = ctx;
  const now = ctx.clock.now();
  const phone = { countryCode, mobileNumber };
  const [from, to] = [numberOf(learner), numberOf(phone)];
  const moved = await ctx.db.transaction(async (db) => {
    await spendOwnTicket({ ...ctx, db }, ticket);
    const proven = await readTicket({ ...ctx, db }, newTicket, mobileNumber);
    if (proven.countryCode !== countryCode) throw new Refusal("DEAD_TICKET");
    if (proven.learnerId) throw new Refusal("KNOWN_NUMBER");
    if (!(await spendTicket(db, { hash: hashSecret(newTicket), now }))) throw new Refusal("DEAD_TICKET");
    const moved = await moveLearner(db, { id: learner.id, phone, now });
    if (!moved) throw new Refusal("KNOWN_NUMBER");
    await movePictures(db, { from, to });
    if (device) await moveDevice(db, { hash: hashSecret(device), from, to });
    await forgetDevices(db, from);
    await endOtherSessions(db, { learnerId: learner.id, sessionId });
    await enqueue(db, reportChange, {
      learnerId: learner.id,
      title: "Your mobile number was changed",
      text: `The mobile number of your account was changed to one that ends in ${mobileNumber.slice(-4)}`,
      at: now.toISOString(),
    });
    return moved;
  });
  await recordEvent(ctx, "number changed", learner.id);
  await tellNumbers(ctx, [from, to], mobileNumber.slice(-4));
  return moved;
}

/** Both numbers are told. The change stands even when a message cannot be sent: the mail has gone out too. */
async function tellNumbers(ctx: SignedInCtx, numbers: string[], ending: string): Promise<void> {
  const { log, requestId } = ctx;
  for (const to of numbers)
    await sendSms(ctx, { to, template: "number-changed", values: { ending } }).catch((err) =>
      log.error({ requestId, err }, "a change of number was not reported"),
    );
}
