import { lazy, Suspense, useRef, useState } from "react";
import { useLocation } from "react-router";
import { panel } from "../ui/floating-panel.module.css";
import { Icon } from "../ui/icon.tsx";
import type { FrameData } from "./frame-data.ts";
import * as styles from "./rail.module.css";

const Chatbot = lazy(() =>
  import("../rooms/site/chatbot.tsx").then(
    (module) => ({ default: module.Chatbot }),
    () => ({ default: NoChatbot }),
  ),
);

/** The page stays as it is if the script of the chat does not load. */
function NoChatbot() {
  return <ChatNote>The chat could not be loaded. Please reload the page.</ChatNote>;
}

function ChatNote({ children }: { children: string }) {
  return (
    // The id of the chat itself: the popup keeps out of its way.
    <p id="chatbot" role="status" className={`${panel} p-4`}>
      {children}
    </p>
  );
}

/**
 * The floating buttons: a rail in the margin, on a phone a dock at the bottom. During a test on a phone they stand below the
 * page, so that nothing covers the questions.
 */
export function Rail({ institute, rail }: Pick<FrameData, "institute" | "rail">) {
  const [isOpen, setOpen] = useState(false);
  const isTest = useLocation().pathname.startsWith("/mcq/test/");
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    <>
      <nav className={styles.rail} aria-label="Quick links" data-still={isTest}>
        {rail.map(({ text, icon, to }) => (
          <a key={text} href={to} target="_blank" rel="noopener" title={text}>
            <Icon name={icon} />
            <span className={styles.text} aria-hidden="true">
              {text.split(" ")[0]}
            </span>
            <span className="sr-only">{text} (opens in a new tab)</span>
          </a>
        ))}
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          title="Ask about courses"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chat" />
          <span className={styles.text} aria-hidden="true">
            Chat
          </span>
          <span className="sr-only">Chat: Ask about courses</span>
        </button>
      </nav>
      <Suspense fallback={<ChatNote>Opening the chat…</ChatNote>}>
        {isOpen ? <Chatbot institute={institute} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
