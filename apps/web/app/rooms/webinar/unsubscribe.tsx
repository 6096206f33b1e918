import { type FormEvent, useState } from "react";
import { useParams } from "react-router";
import { browserClient } from "../../lib/api.ts";
import { useSending } from "../../lib/send.ts";
import { Message, type Told } from "../../ui/message.tsx";
import { PageHead } from "../../ui/section.tsx";
import type { Route } from "./+types/unsubscribe";

export const meta: Route.MetaFunction = () => [{ title: "No more reminders" }, { name: "robots", content: "noindex" }];

/** Asks once more: programs that open every link in a mail must not take people off the reminders. */
export default function UnsubscribePage() {
  const { userId = "" } = useParams();
  const [told, setTold] = useState<Told | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const { isBusy, send } = useSending();

  async function leave(event: FormEvent) {
    event.preventDefault();
    const outcome = await send({ userId }, () => browserClient.webinar.unsubscribe({ userId }));
    setLeft(outcome.isSent);
    setTold(
      outcome.isSent
        ? { kind: "done", text: "No more reminders of this webinar. Your seat stays yours." }
        : { kind: "wrong", text: outcome.text },
    );
  }

  return (
    <>
      <PageHead title="No more reminders" lead="Of this webinar only. Your seat and your link stay as they are." />
      <div className="wrap grid justify-items-start gap-5">
        <Message told={told} onDismiss={() => setTold(null)} />
        {hasLeft ? null : (
          // Without scripts the form goes to the API by itself, as mail programs do.
          <form method="post" action={`/api/webinar/user/unsubscribe/${encodeURIComponent(userId)}`} onSubmit={leave}>
            <button type="submit" className="btn btn-sea" disabled={isBusy}>
              Stop the reminders
            </button>
          </form>
        )}
      </div>
    </>
  );
}
