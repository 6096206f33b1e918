import { timeLeft } from "@shoreline/domain/countdown";
import { useClassroom } from "../../lib/classroom.ts";
import { formatMomentInZone, ownTime } from "../../lib/format.ts";
import { type ServerTime, useServerClock } from "../../lib/server-clock.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { deep } from "../../ui/deep.module.css";
import { Horizon } from "../../ui/horizon.tsx";
import { JoinButtons } from "./join-buttons.tsx";
import * as styles from "./next-class.module.css";
import { minutesOf, type ShownClass, startOf, stateOf } from "./states.ts";
import type { Joining } from "./use-join.ts";

type Props = { shown: ShownClass; courseName?: string; clock: ServerTime; joining: Joining };

/** The current or next class, with a countdown. */
export function NextClass({ shown, courseName, clock, joining }: Props) {
  const { institute } = useClassroom();
  const now = useServerClock(clock);
  const own = ownTime(shown.classDate, institute);
  const left = timeLeft({ startsAt: startOf(shown), now });
  return (
    <section className={`${deep} ${styles.panel}`} aria-labelledby="next-class">
      <div className={styles.text}>
        <p>
          {left ? "Your next class" : "Your class is in progress"}
          {courseName ? `: ${courseName}` : null}
        </p>
        <h2 id="next-class">{shown.topic}</h2>
        <p>
          {[shown.trainer.trainerName, formatMomentInZone(shown.classDate, institute), own].filter(Boolean).join(", ")},{" "}
          {minutesOf(shown)} Minutes
        </p>
        {left ? <Countdown left={left} label="Starts in" look="clock" /> : null}
        <div className={styles.actions}>
          <JoinButtons shown={shown} state={stateOf(shown, now)} joining={joining} isMain />
        </div>
      </div>
      <div className={styles.art}>
        <Horizon isBleeding />
      </div>
    </section>
  );
}
