import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton, Key } from "./controls.tsx";
import { useKeys } from "./keys.ts";
import * as styles from "./toast.module.css";
import { useTask } from "./use-task.ts";

/** A dialog for what cannot be undone without a decision. */
export type Ask = (close: () => void) => ReactNode;
/** Says what has come of it, or asks. Throws what the server refuses. */
export type Undo = () => Promise<{ news: string } | { ask: Ask }>;
export type ToastContent = { text: string; undo?: Undo };

type Props = { content: ToastContent; onNews(text: string): void; onAsk(ask: Ask): void; onClose(): void };

const shownMs = 10_000;

export function ToastBox({ content: { text, undo }, onNews, onAsk, onClose }: Props) {
  const task = useTask();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const focus = useFocusBefore();
  useCountdown(shownMs, { isPaused: isHovered || isFocused || task.isBusy, onEnd: onClose });
  const leave = () => {
    focus.giveBack();
    onClose();
  };
  const takeBack = () =>
    task.run(async () => {
      if (!undo) return;
      const outcome = await undo();
      focus.giveBack();
      "ask" in outcome ? onAsk(outcome.ask) : onNews(outcome.news);
    });
  useKeys(undo ? { z: takeBack } : {});
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    leave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it waits while somebody reads it, and hears Escape of its buttons.
    <div
      className={styles.toast}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        setFocused(true);
        focus.remember(event.relatedTarget);
      }}
      onBlur={() => setFocused(false)}
      onKeyDown={onKeyDown}
    >
      <span className={styles.text}>
        <span>{text}</span>
        {task.problem ? <b>{task.problem.text}</b> : null}
      </span>
      {undo ? (
        <button type="button" className={styles.undo} aria-keyshortcuts="Z" disabled={task.isBusy} onClick={takeBack}>
          Undo
          <Key>Z</Key>
        </button>
      ) : null}
      <IconButton icon="x" label="Dismiss" className={styles.close} onClick={leave} />
    </div>
  );
}

/** What remains goes on after a pause. */
function useCountdown(ms: number, { isPaused, onEnd }: { isPaused: boolean; onEnd(): void }): void {
  const left = useRef(ms);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (isPaused) return;
    const begun = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - begun;
    };
  }, [isPaused]);
}

/** The focus goes back to where it was before somebody came here by keys. */
function useFocusBefore() {
  const before = useRef<Element | null>(null);
  const isInside = useRef(false);
  return {
    remember(from: EventTarget | null) {
      if (!isInside.current) before.current = from as Element | null;
      isInside.current = true;
    },
    giveBack() {
      const { current } = before;
      if (isInside.current && current instanceof HTMLElement && current.isConnected) current.focus();
      isInside.current = false;
    },
  };
}
