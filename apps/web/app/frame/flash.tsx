import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Message } from "../ui/message.tsx";

/** What a visitor is told who was sent here: `navigate("/", { state: { told } })`. */
export function Flash() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  // The page from the server does not know of it: it is said once React has taken over.
  const [text, setText] = useState<string>();
  useEffect(() => setText((state as { told?: string } | null)?.told), [state]);
  if (!text) return null;
  return (
    <div className="wrap pt-4">
      <Message told={{ kind: "wrong", text }} onDismiss={() => navigate(pathname, { replace: true })} />
    </div>
  );
}
