import type { OwnSeat } from "@shoreline/contract";
import { joinWindowState, stateOf } from "@shoreline/domain/webinar";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useClassroom } from "../../lib/classroom.ts";
import { readPart } from "../../lib/classroom-parts.ts";
import { formatMomentInZone, ownTime } from "../../lib/format.ts";
import { learnerClient } from "../../lib/learner.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { timesOf } from "./times.ts";
import * as styles from "./your-webinars.module.css";

/** The learner's seats: nothing when there are none. */
export function YourWebinars() {
  const { data, error, refetch } = useQuery({
    queryKey: ["own webinars"],
    queryFn: () => readPart("webinars"),
    refetchInterval: 60_000,
  });
  if (error && !data) return <LoadFailed what="Your webinars" onRetry={refetch} />;
  if (!data || data.seats.length === 0) return null;
  const now = new Date(data.now);
  return (
    <section aria-labelledby="your-webinars" className="mt-4 grid gap-4">
      <ListHead id="your-webinars" count={data.seats.length} title="Your webinars" />
      <ul className={styles.list}>
        {data.seats.map((seat) => (
          <Seat key={seat.seatId} seat={seat} now={now} />
        ))}
      </ul>
    </section>
  );
}

function Seat({ seat: { seatId, userId, webinar }, now }: { seat: OwnSeat; now: Date }) {
  const { institute } = useClassroom();
  const { title, startAt, mentorName, recordingUrl } = webinar;
  const isOver = stateOf(timesOf(webinar), now) === "over";
  const isOpen = joinWindowState(timesOf(webinar), now) === "open";
  const when = [formatMomentInZone(startAt, institute), ownTime(startAt, institute), `with ${mentorName}`];
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p className="text-s text-ink-2">{when.filter(Boolean).join(", ")}</p>
      </div>
      {isOver ? (
        <ButtonLink look="line" to={recordingUrl} target="_blank" rel="noreferrer">
          <Icon name="play" /> Watch the recording<span className="sr-only"> of {title}</span>
        </ButtonLink>
      ) : userId ? (
        <ButtonLink look={isOpen ? "sea" : "line"} to={`/webinar/user/join/${encodeURIComponent(userId)}`}>
          {isOpen ? "Join" : "Your seat"}
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      ) : (
        <SendLink seatId={seatId} title={title} />
      )}
    </li>
  );
}

function SendLink({ seatId, title }: { seatId: string; title: string }) {
  const { mutate, isPending, data, isError } = useMutation({
    mutationFn: () => learnerClient.webinar.sendLink({ seatId }),
  });
  return (
    <div className="grid gap-1">
      {data ? null : (
        <Button look="line" isBusy={isPending} onClick={() => mutate()}>
          <Icon name="mail" /> Send me the link<span className="sr-only"> to {title}</span>
        </Button>
      )}
      <p role="status" className="text-s text-ink-2">
        {data?.message}
        {isError ? "The link could not be sent. Please try again." : null}
      </p>
    </div>
  );
}
