import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Message } from "../../ui/message.tsx";

export type Sent = { resultId: string; email: string };

/** After a test: where the result was sent, and a link to it. */
export function SentResult() {
  const { state } = useLocation();
  const navigate = useNavigate();
  // The server-rendered page cannot contain it, so it appears after hydration.
  const [sent, setSent] = useState<Sent | null>(null);
  useEffect(() => setSent((state as { sent?: Sent } | null)?.sent ?? null), [state]);
  const more = sent ? (
    <p>
      <Link to={`/mcq/result/${sent.resultId}`}>Review your answers now</Link>
    </p>
  ) : null;
  return (
    <div className={sent ? "wrap pt-4" : ""}>
      <Message
        notice={sent ? { kind: "done", text: `Your result is on its way to ${sent.email}.`, more } : null}
        onDismiss={() => navigate("/mcq", { replace: true })}
      />
    </div>
  );
}
