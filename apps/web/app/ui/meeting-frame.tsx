import { frameUrl } from "@shoreline/domain/meeting";
import { useEffect } from "react";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import * as styles from "./meeting-frame.module.css";

type Props = {
  link: string;
  title: string;
  /** The meeting has begun: who sees it in the frame is in it. */
  isRunning?: boolean;
  /** The meeting was opened, here or in a new window. */
  onOpen?(): void;
};

/** A meeting inside the page, with a link to a new window, which is the only way when the service forbids frames. */
export default function MeetingFrame({ link, title, isRunning = false, onOpen }: Props) {
  const framed = frameUrl(link);
  const isSeen = framed !== null && isRunning;
  useEffect(() => {
    if (isSeen) onOpen?.();
  }, [isSeen, onOpen]);
  const open = (
    <ButtonLink look="line" to={link} target="_blank" rel="noreferrer" onClick={onOpen}>
      <Icon name="external" /> Open in a new window
    </ButtonLink>
  );
  if (!framed)
    return (
      <div className={styles.closed}>
        <h2 className="text-xl">This meeting opens in a new window</h2>
        <p className="max-w-prose text-ink-2">This meeting service cannot be shown inside our page.</p>
        {open}
      </div>
    );
  return (
    <div className="grid gap-3">
      <iframe
        className={styles.frame}
        src={framed}
        title={title}
        allow="camera; microphone; display-capture; fullscreen; autoplay"
        referrerPolicy="no-referrer"
      />
      <p className="flex flex-wrap items-center gap-4 text-s text-ink-2">
        {open} If the meeting does not appear here, open it in a new window.
      </p>
    </div>
  );
}
