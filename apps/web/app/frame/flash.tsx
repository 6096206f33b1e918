import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Message } from "../ui/message.tsx";

/** The message for a visitor who was redirected here with `navigate("/", { state: { told } })`. */
export function Flash() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  // The server-rendered page cannot contain it, so it appears after hydration.
  const [text, setText] = useState<string>();
  useEffect(() => setText((state as { told?: string } | null)?.told), [state]);
  if (!text) return null;
  return (
    <div className="wrap pt-4">
      <Message told={{ kind: "wrong", text }} onDismiss={() => navigate(pathname, { replace: true })} />
    </div>
  );
}
