import { frameUrl } from "@shoreline/domain/meeting";
import { Link } from "react-router";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDay, formatTimes } from "../../lib/format.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Message } from "../../ui/message.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { ClassState, ShownClass } from "./states.ts";
import type { Joining } from "./use-join.ts";

type Props = { shown: ShownClass; state: ClassState; joining: Joining; isMain?: boolean };

/** The Join button or why there is none, and its result. Only the next class can be joined on the page. */
export function JoinButtons({ shown, state, joining, isMain = false }: Props) {
  if (state === "completed")
    return (
      <>
        <Tag look="green">
          <Icon name="check" /> Completed
        </Tag>
        <Recording shown={shown} />
      </>
    );
  if (state === "cancelled") return <Tag look="coral">Cancelled</Tag>;
  if (state === "early") return <Early shown={shown} isMain={isMain} />;
  const at = `${isMain ? "next" : "card"} ${shown._id}`;
  const look = state === "over" ? "line" : isMain ? "sun" : "sea";
  return (
    <>
      {state === "over" ? (
        <>
          <Tag>Ended</Tag>
          <Recording shown={shown} />
        </>
      ) : null}
      <Button look={look} isBusy={joining.isBusy} onClick={() => joining.join(shown, state, { at, place: "window" })}>
        Join<span className="sr-only"> {shown.topic}</span>
      </Button>
      {isMain && state === "open" && frameUrl(shown.zoomLink) ? (
        <Button
          look="on-deep"
          disabled={joining.isBusy}
          onClick={() => joining.join(shown, state, { at, place: "page" })}
        >
          Join on this page
        </Button>
      ) : null}
      {joining.answer?.at === at ? <Answer {...joining.answer} onDismiss={joining.dismiss} /> : null}
    </>
  );
}

export function Recording({ shown: { recordingUrl, topic } }: Pick<Props, "shown">) {
  if (recordingUrl === "") return null;
  return (
    <ButtonLink look="line" to={recordingUrl} target="_blank" rel="noreferrer">
      <Icon name="play" /> Watch the recording<span className="sr-only"> of {topic}</span>
    </ButtonLink>
  );
}

/** Films that play in the portal. */
export function PortalRecordings({ courseId, shown }: Pick<Props, "shown"> & { courseId: string }) {
  const { recordings = [], topic } = shown;
  return recordings.map(({ recordingId, name }) => (
    <ButtonLink
      key={recordingId}
      look="line"
      to={`/dashboard/learn/${encodeURIComponent(courseId)}/recording/${recordingId}`}
    >
      <Icon name="play" /> Watch the recording
      <span className="sr-only">
        {" "}
        of {topic}
        {recordings.length > 1 ? `: ${name}` : ""}
      </span>
    </ButtonLink>
  ));
}

function Early({ shown, isMain }: Pick<Props, "shown" | "isMain">) {
  const { institute } = useClassroom();
  const day = formatDay(shown.opensAt, institute).replace(/ \d+$/, "");
  return (
    <>
      <Button look={isMain ? "sun" : "quiet"} disabled>
        Join
      </Button>
      <span className="text-s">
        Opens {isMain ? `${day}, ` : ""}
        {formatTimes(shown.opensAt, institute)}
      </span>
    </>
  );
}

/** The button may be the last thing in the window. */
const bringIntoView = (answer: HTMLElement | null) => answer?.scrollIntoView({ block: "nearest" });

type AnswerProps = { text: string; link?: string; payPath?: string; onDismiss(): void };

function Answer({ text, link, payPath, onDismiss }: AnswerProps) {
  const pay = payPath ? <Link to={payPath}>Pay now</Link> : null;
  const more = link ? (
    <a href={link} target="_blank" rel="noreferrer">
      Open the class
    </a>
  ) : (
    pay
  );
  return (
    <div ref={bringIntoView} className="w-full scroll-mb-6">
      <Message notice={{ kind: link ? "done" : "wrong", text, more }} onDismiss={onDismiss} />
    </div>
  );
}
