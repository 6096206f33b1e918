import { useEffect, useState } from "react";
import { useSubmission } from "../../lib/submission.ts";
import { Button } from "../../ui/button.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { canUsePasskeys } from "./sign-in.ts";

/** The second way in. It appears once the browser has said that it knows passkeys. */
export function PasskeyButton() {
  const [isOffered, setOffered] = useState(false);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, send } = useSubmission();
  useEffect(() => setOffered(canUsePasskeys()), []);
  if (!isOffered) return null;

  const signIn = async () => {
    setNotice(null);
    const outcome = await send({ at: Date.now() }, async () => {
      const { signInWithPasskey } = await import("./passkey.ts");
      const reason = await signInWithPasskey();
      if (reason) setNotice({ kind: "wrong", text: reason });
    });
    if (!outcome.isSent) setNotice({ kind: "wrong", text: outcome.text });
  };

  return (
    <div className="grid gap-3 border-t border-rule pt-5">
      <Button look="line" isBusy={isBusy} onClick={signIn}>
        Sign in with a passkey
      </Button>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
    </div>
  );
}
