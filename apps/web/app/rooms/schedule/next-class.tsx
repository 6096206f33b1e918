import { timeLeft } from "@shoreline/domain/webinar";
import { formatMomentInZone } from "../../lib/format.ts";
import { useServerTime } from "../../lib/server-time.ts";
import { useClassroom } from "../../portal/classroom.ts";
import { Clock } from "../../ui/clock.tsx";
import { Horizon } from "../../ui/horizon.tsx";
import { Icon } from "../../ui/icon.tsx";
import { JoinButtons } from "./join-buttons.tsx";
import { minutesOf, type ShownClass, startOf, stateOf } from "./states.ts";
import type { Joining } from "./use-join.ts";

type Props = { shown: ShownClass; shownAt: string; joining: Joining };

/** The class that is running or comes next, with the time that is left. */
export function NextClass({ shown, shownAt, joining }: Props) {
  const { institute } = useClassroom();
  const now = useServerTime(shownAt);
  const left = timeLeft({ startsAt: startOf(shown), now });
  return (
    <section className="next-class on-deep" aria-labelledby="next-class">
      <div className="next-class-text">
        <p>{left ? "Your next class" : "Your class is running"}</p>
        <h2 id="next-class">{shown.topic}</h2>
        <p>
          {shown.trainer.trainerName}, {formatMomentInZone(shown.classDate, institute)}, {minutesOf(shown)} Minutes
        </p>
        {left ? <Clock left={left} /> : null}
        <div className="class-do">
          <JoinButtons shown={shown} state={stateOf(shown, now)} joining={joining} isMain />
        </div>
        {joining.joined?.topic === shown.topic ? <Blocked link={joining.joined.link} /> : null}
      </div>
      <div className="next-class-art">
        <Horizon isBleeding />
      </div>
    </section>
  );
}

function Blocked({ link }: { link: string }) {
  return (
    <p role="alert">
      Your browser did not let a new window open.{" "}
      <a href={link} target="_blank" rel="noreferrer">
        Open the class <Icon name="external" />
      </a>
    </p>
  );
}
