import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import * as styles from "./toast.module.css";
import { type Ask, ToastBox, type ToastContent } from "./toast-box.tsx";

const ToastContext = createContext<(toast: ToastContent) => void>(() => {});

/** Says what has happened, for ten seconds, with a way to undo it. */
export function useToast() {
  return useContext(ToastContext);
}

/** One toast at a time: the newest. It outlives the screen that it came from. */
export function ToastHost({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ content: ToastContent; turn: number } | null>(null);
  const [question, setQuestion] = useState<{ ask: Ask } | null>(null);
  const show = useCallback(
    (content: ToastContent) => setToast((before) => ({ content, turn: (before?.turn ?? 0) + 1 })),
    [],
  );
  const askAbout = (ask: Ask) => {
    setToast(null);
    setQuestion({ ask });
  };
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" className={styles.place}>
        {toast ? (
          <ToastBox
            key={toast.turn}
            content={toast.content}
            onNews={(text) => show({ text })}
            onAsk={askAbout}
            onClose={() => setToast(null)}
          />
        ) : null}
      </div>
      {question?.ask(() => setQuestion(null))}
    </ToastContext>
  );
}
