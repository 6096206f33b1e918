import { createClient } from "@shoreline/contract/client";
import { learningRoutes } from "@shoreline/contract/learning-routes";
import { type FormEvent, useState } from "react";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { PageHead } from "../../ui/section.tsx";

const { endDigest } = learningRoutes.question;
const { question: client } = createClient((path, init) => fetch(path, init), { question: { endDigest } });

export const meta = () => [{ title: "Stop the mail of the day" }, { name: "robots", content: "noindex" }];

/** Asks for confirmation: programs that open every link in a mail must not end it. */
export default function EndDigest({ params: { readerId } }: { params: { readerId: string } }) {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [isEnded, setEnded] = useState(false);
  const { isBusy, waiting, send } = useSubmission();
  async function submit(event: FormEvent) {
    event.preventDefault();
    let done = "";
    const end = async () => {
      done = (await client.endDigest({ readerId })).message;
    };
    const outcome = await send({ readerId }, end, "always");
    setEnded(outcome.isSent);
    setNotice(outcome.isSent ? { kind: "done", text: done } : { kind: "wrong", text: outcome.text });
  }
  return (
    <>
      <PageHead title="Stop the mail of the day" lead="One click, and what is new comes to your portal only." />
      <div className="wrap grid justify-items-start gap-5">
        <Message notice={waiting ?? notice} onDismiss={() => setNotice(null)} />
        {isEnded ? null : (
          // Without scripts the browser posts the form to the API, as mail programs do.
          <form method="post" action={`/api/digest/unsubscribe/${encodeURIComponent(readerId)}`} onSubmit={submit}>
            <Button type="submit" worksWithoutScript disabled={isBusy}>
              Stop this mail
            </Button>
          </form>
        )}
      </div>
    </>
  );
}
