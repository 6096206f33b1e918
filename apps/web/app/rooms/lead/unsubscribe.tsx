import { type FormEvent, useState } from "react";
import { useParams } from "react-router";
import { browserClient } from "../../lib/api.ts";
import { useSending } from "../../lib/send.ts";
import { Message, type Told } from "../../ui/message.tsx";
import { PageHead } from "../../ui/section.tsx";
import type { Route } from "./+types/unsubscribe";

export const meta: Route.MetaFunction = () => [{ title: "Unsubscribe" }, { name: "robots", content: "noindex" }];

/** Asks once more: programs that open every link in a mail must not take people off the list. */
export default function UnsubscribePage() {
  const { token = "" } = useParams();
  const [told, setTold] = useState<Told | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const { isBusy, send } = useSending();

  async function leave(event: FormEvent) {
    event.preventDefault();
    const outcome = await send({ token }, () => browserClient.lead.unsubscribe({ token }));
    setLeft(outcome.isSent);
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
        {hasLeft ? null : (
          // Without scripts the form goes to the API by itself, as mail programs do.
          <form method="post" action={`/api/unsubscribed/${encodeURIComponent(token)}`} onSubmit={leave}>
            <button type="submit" className="btn btn-sea" disabled={isBusy}>
              Unsubscribe
            </button>
          </form>
        )}
      </div>
    </>
  );
}
