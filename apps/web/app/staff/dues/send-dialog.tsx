import type { SaleDue, SalePlan } from "@shoreline/contract";
import type { NoticeChannel } from "@shoreline/domain/account";
import { useRef, useState } from "react";
import { newId } from "../../lib/submission.ts";
import { planClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import * as forms from "../forms.module.css";
import { channelNames, rupeesOf } from "./due-words.ts";

type Props = { plan: SalePlan; due: SaleDue; onDone(plan: SalePlan, news: string): void; onClose(): void };

/** Shows who gets the link before it is sent. */
export function SendDialog({ plan, due, onDone, onClose }: Props) {
  const [channel, setChannel] = useState<NoticeChannel | undefined>(plan.ways[0]?.channel);
  // A lost answer does not send it twice; another way is another attempt.
  const attempts = useRef<Partial<Record<NoticeChannel, string>>>({});
  const way = plan.ways.find((one) => one.channel === channel);
  const run = async () => {
    if (!way) return;
    const attemptId = attempts.current[way.channel] ?? newId();
    attempts.current[way.channel] = attemptId;
    const next = await planClient.send({ dueId: due.dueId, channel: way.channel, attemptId });
    onDone(next, `The link is on its way to ${way.to}.`);
  };
  return (
    <ConfirmDialog
      title="Send the payment link"
      text={
        way
          ? `${plan.learner} gets the link to pay ${rupeesOf(due.amountInPaise)} at ${way.to}.`
          : "This learner has no e-mail address, and text messages are not set up. Copy the link instead."
      }
      button={way ? `Send by ${way.channel === "mail" ? "e-mail" : channelNames[way.channel]}` : "Send"}
      isHard={false}
      isReady={way !== undefined}
      run={run}
      onClose={onClose}
    >
      <fieldset className={forms.choices}>
        <legend>By</legend>
        {plan.ways.map((one) => (
          <label key={one.channel} className={forms.choice}>
            <input
              type="radio"
              name="channel"
              checked={one.channel === channel}
              onChange={() => setChannel(one.channel)}
            />
            {channelNames[one.channel]}
            <span className={forms.more}>{one.to}</span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
