import type { Plan } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { learnerClient } from "../../lib/learner.ts";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";

type Props = { courseName: string; automatic: NonNullable<Plan["automatic"]> };

/** Whether later parts are taken automatically, and the way to stop it. */
export function PlanAutomatic({ courseName, automatic: { mandateId, state } }: Props) {
  const queries = useQueryClient();
  const { isBusy, send } = useSubmission();
  const [isAsking, setAsking] = useState(false);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const stop = async () => {
    const outcome = await send({ mandateId }, async () =>
      queries.setQueryData(["plans"], await learnerClient.due.stop({ mandateId })),
    );
    setAsking(false);
    if (!outcome.isSent) setNotice({ kind: "wrong", text: outcome.text });
  };
  return (
    <>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      <p>
        {state === "active"
          ? "Automatic payments are on. We tell you two days before each payment."
          : "Automatic payments are paused. Please pay the parts yourself."}
      </p>
      {isAsking ? (
        <>
          <p>Stop them? You then pay each part yourself. A payment that is under way may still be taken.</p>
          <ButtonRow>
            <Button isBusy={isBusy} onClick={stop}>
              Yes, stop
            </Button>
            <Button look="line" onClick={() => setAsking(false)}>
              Keep them
            </Button>
          </ButtonRow>
        </>
      ) : (
        <Button look="line" onClick={() => setAsking(true)}>
          Stop automatic payments<span className="sr-only"> for {courseName}</span>
        </Button>
      )}
    </>
  );
}
