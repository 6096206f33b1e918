import { createClient } from "@shoreline/contract/client";
import { learningRoutes } from "@shoreline/contract/learning-routes";
import { type FormEvent, useState } from "react";
import { browserClient } from "../lib/api.ts";
import { useSubmission } from "../lib/submission.ts";
import { Button } from "../ui/button.tsx";
import { Message, type NoticeContent } from "../ui/message.tsx";
import { PageHead } from "../ui/section.tsx";
import type { Route } from "./+types/unsubscribe";

const { endDigest } = learningRoutes.question;
const { question } = createClient((path, init) => fetch(path, init), { question: { endDigest } });

export const meta: Route.MetaFunction = ({ params }) => [
  { title: mailsOf(params).title },
  { name: "robots", content: "noindex" },
];

/** Asks for confirmation: programs that open every link in a mail must not unsubscribe people. */
export default function UnsubscribePage({ params }: Route.ComponentProps) {
  const { heading, lead, button, action, unsubscribe } = mailsOf(params);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const { isBusy, waiting, send } = useSubmission();

  async function submit(event: FormEvent) {
    event.preventDefault();
    let done = "";
    const leave = async () => {
      done = await unsubscribe();
    };
    const outcome = await send(params, leave, "always");
    setLeft(outcome.isSent);
    setNotice(outcome.isSent ? { kind: "done", text: done } : { kind: "wrong", text: outcome.text });
  }

  return (
    <>
      <PageHead title={heading} lead={lead} />
      <div className="wrap grid justify-items-start gap-5">
        <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
        {hasLeft ? null : (
          // Without scripts the browser posts the form to the API, as mail programs do.
          <form method="post" action={action} onSubmit={submit}>
            <Button type="submit" worksWithoutScript disabled={isBusy}>
              {button}
            </Button>
          </form>
        )}
      </div>
    </>
  );
}

/** The newsletter of the institute, the mails about one webinar, or the daily mail: /unsubscribe/digest/… */
function mailsOf({ userId, readerId, token = "" }: Route.ComponentProps["params"]) {
  if (userId)
    return {
      title: "Stop mails about a webinar",
      heading: "Stop mails about this webinar",
      lead: "Reminders and news of this webinar only. Nothing else changes.",
      button: "Stop these mails",
      action: `/api/webinar/user/unsubscribe/${encodeURIComponent(userId)}`,
      // Only the server knows whether the webinar is over.
      unsubscribe: async () => (await browserClient.webinar.unsubscribe({ userId })).message,
    };
  if (readerId)
    return {
      title: "Stop the daily mail",
      heading: "Stop the daily mail",
      lead: "One click, and you see what is new in your portal only.",
      button: "Stop this mail",
      action: `/api/digest/unsubscribe/${encodeURIComponent(readerId)}`,
      unsubscribe: async () => (await question.endDigest({ readerId })).message,
    };
  return {
    title: "Unsubscribe",
    heading: "Unsubscribe from the mailing list",
    lead: "One click, and you will get no more newsletters from us.",
    button: "Unsubscribe",
    action: `/api/unsubscribed/${encodeURIComponent(token)}`,
    unsubscribe: async () => {
      await browserClient.lead.unsubscribe({ token });
      return "You have been unsubscribed. We will not write to you again.";
    },
  };
}
