import { useLocation, useNavigate } from "react-router";
import { Message } from "../ui/message.tsx";

/** What a visitor is told who was sent here: `navigate("/", { state: { told } })`. */
export function Flash() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const text = (state as { told?: string } | null)?.told;
  if (!text) return null;
  return (
    <div className="wrap pt-4">
      <Message told={{ kind: "wrong", text }} onDismiss={() => navigate(pathname, { replace: true })} />
    </div>
  );
}
