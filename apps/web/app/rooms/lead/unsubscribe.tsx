import { useState } from "react";
import { useParams } from "react-router";
import { browserClient } from "../../lib/api.ts";
import { useSending } from "../../lib/send.ts";
import { Button } from "../../ui/button.tsx";
import { Message, type Told } from "../../ui/message.tsx";
import { PageHead } from "../../ui/section.tsx";
import type { Route } from "./+types/unsubscribe";

export const meta: Route.MetaFunction = () => [{ title: "Unsubscribe" }, { name: "robots", content: "noindex" }];

/** Asks once more: programs that open every link in a mail must not take people off the list. */
export default function UnsubscribePage() {
  const { token = "" } = useParams();
  const [told, setTold] = useState<Told | null>(null);
  const { isBusy, send } = useSending();

  async function leave() {
    const outcome = await send(() => browserClient.lead.unsubscribe({ token }));
    setTold(
      outcome.isSent
        ? { kind: "done", text: "You are off the list. We will not write to you again." }
        : { kind: "wrong", text: outcome.text },
    );
  }

  return (
    <>
      <PageHead title="Leave the mailing list" lead="One click, and no more letters from us." />
      <div className="wrap grid justify-items-start gap-5">
        <Message told={told} onDismiss={() => setTold(null)} />
        {told?.kind === "done" ? null : (
          <Button isBusy={isBusy} onClick={leave}>
            Unsubscribe
          </Button>
        )}
      </div>
    </>
  );
}
