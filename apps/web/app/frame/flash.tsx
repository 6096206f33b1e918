import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Message } from "../ui/message.tsx";

/** The message for a visitor who was redirected here with `navigate("/", { state: { notice } })`. */
export function Flash() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  // The server-rendered page cannot contain it, so it appears after hydration.
  const [text, setText] = useState<string>();
  useEffect(() => setText((state as { notice?: string } | null)?.notice), [state]);
  if (!text) return null;
  return (
    <div className="wrap pt-4">
      <Message notice={{ kind: "wrong", text }} onDismiss={() => navigate(pathname, { replace: true })} />
    </div>
  );
}
