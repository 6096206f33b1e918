import { frameUrl } from "@shoreline/domain/meeting";
import "../styles/meeting-frame.css";
import { Icon } from "./icon.tsx";

/** The meeting inside the page, and beside it the way to a window of its own; where its provider forbids frames, only that. */
export function MeetingFrame({ link, title }: { link: string; title: string }) {
  const framed = frameUrl(link);
  return (
    <div className="meeting">
      {framed ? (
        <iframe
          src={framed}
          title={title}
          className="meeting-frame"
          allow="camera; microphone; display-capture; fullscreen; autoplay"
        />
      ) : (
        <p className="meeting-elsewhere">This meeting opens in a window of its own.</p>
      )}
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className={`btn ${framed ? "btn-line" : "btn-sea"} justify-self-start`}
      >
        Open in a new window <Icon name="external" />
      </a>
    </div>
  );
}
