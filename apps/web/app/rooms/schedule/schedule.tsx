import { groupByWeek, weekStart } from "@shoreline/domain/schedule";
import type { ReactNode } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDay } from "../../lib/format.ts";
import { type ServerTime, useServerClock } from "../../lib/server-clock.ts";
import { Empty } from "../../ui/empty.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CalendarLinks } from "./calendar-links.tsx";
import { ClassCard } from "./class-card.tsx";
import { NextClass } from "./next-class.tsx";
import { useSchedule } from "./queries.ts";
import * as styles from "./schedule.module.css";
import { isAhead, type ShownClass, startOf } from "./states.ts";
import { useJoin } from "./use-join.ts";
import { ZoneHint } from "./zone-hint.tsx";

type Props = {
  courseId: string;
  /** What the learner can do about the batch. */
  place: ReactNode;
  /** The way to it from the top of the page: classes may be many. */
  placeLine: ReactNode;
  /** It waits for the learner, so that it comes before the classes. */
  isPlaceFirst: boolean;
  /** Who has paused has no classes. */
  isPaused: boolean;
};

export function Schedule({ courseId, place, placeLine, isPlaceFirst, isPaused }: Props) {
  const { profile, purchases } = useClassroom();
  const bought = purchases.find(({ course }) => course.courseId === courseId);
  const { data, dataUpdatedAt, error, refetch } = useSchedule(courseId, { isEnabled: bought !== undefined });
  if (!bought)
    return (
      <>
        <h1>Classes &amp; Schedules</h1>
        <Empty title="You have not bought this course">
          <MoreLink to="/dashboard/mycourses">
            <Icon name="back" /> My Courses
          </MoreLink>
        </Empty>
      </>
    );
  return (
    <>
      <div className="grid gap-2">
        <h1>Hello, {profile.firstName}.</h1>
        <p className="flex flex-wrap items-center gap-x-5 text-ink-2">
          {bought.course.courseName}
          <MoreLink to={`/dashboard/mycoursemoreinfo/${encodeURIComponent(courseId)}`}>
            <Icon name="book" /> View Syllabus
          </MoreLink>
          <MoreLink to={`/dashboard/learn/${encodeURIComponent(courseId)}`}>
            <Icon name="graduation" /> Learn
          </MoreLink>
        </p>
        {placeLine}
      </div>
      {isPlaceFirst ? place : null}
      {error && !data ? <LoadFailed what="Your schedule" onRetry={refetch} /> : null}
      {!data && !error ? <Outline /> : null}
      {data?.schedules.length === 0 && !isPaused ? (
        <Empty title={`The classes of ${bought.course.courseName} are being planned`}>
          <p className="max-w-prose text-ink-2">Each class will appear here with its date and trainer.</p>
        </Empty>
      ) : null}
      {data && data.schedules.length > 0 ? (
        <Plan
          courseId={courseId}
          schedules={data.schedules}
          clock={{ now: data.now, receivedAt: dataUpdatedAt }}
          boughtAt={bought.purchasedDate}
          onAnswer={refetch}
        />
      ) : null}
      {isPlaceFirst ? null : place}
    </>
  );
}

// Two weeks are shown; later ones are folded.
const weeksShown = 2;
const earlierShown = 5;

type PlanProps = { courseId: string; schedules: ShownClass[]; clock: ServerTime; boughtAt: string; onAnswer(): void };

function Plan({ courseId, schedules, clock, boughtAt, onAnswer }: PlanProps) {
  const { institute } = useClassroom();
  const now = useServerClock({ ...clock, everyMs: 5000 });
  const joining = useJoin({ onAnswer });
  const ahead = schedules.filter((one) => isAhead(one, now));
  const next = ahead.find(({ isCancelled }) => !isCancelled);
  const weeks = groupByWeek(ahead, startOf, institute.timeZone);
  const earlier = schedules.filter((one) => !isAhead(one, now) && !one.isCancelled).reverse();
  const since = earlier.filter(({ endsAt }) => endsAt > boughtAt);
  const card = (one: ShownClass) => (
    <ClassCard key={one._id} courseId={courseId} shown={one} now={now} boughtAt={boughtAt} joining={joining} />
  );
  return (
    <>
      {next ? <NextClass shown={next} clock={clock} joining={joining} /> : null}
      {ahead.length === 0 ? <Over /> : null}
      <ZoneHint example={next && startOf(next) > now ? next.classDate : null} now={now} />
      {weeks.slice(0, weeksShown).map((week) => (
        <Week key={week.startsAt.getTime()} title={weekTitle(week.startsAt, now, institute)}>
          {week.items.map(card)}
        </Week>
      ))}
      {weeks.length > weeksShown ? (
        <Fold heading="h2" title="Later classes">
          <div className={styles.later}>
            {weeks.slice(weeksShown).map((week) => (
              <Week key={week.startsAt.getTime()} title={weekTitle(week.startsAt, now, institute)}>
                {week.items.map(card)}
              </Week>
            ))}
          </div>
        </Fold>
      ) : null}
      {earlier.length > 0 ? (
        <Week
          title="Earlier classes"
          count={earlier.length}
          note={since.length > 0 ? attendedOf(since) : "before you joined"}
        >
          {earlier.slice(0, earlierShown).map(card)}
        </Week>
      ) : null}
      {earlier.length > earlierShown ? (
        <Fold heading="h2" title="Older classes">
          <ul className={`${styles.cards} pb-6`}>{earlier.slice(earlierShown).map(card)}</ul>
        </Fold>
      ) : null}
      <CalendarLinks />
    </>
  );
}

function Over() {
  return (
    <Empty title="All classes of this batch are over">
      <p className="text-ink-2">Your certificate appears under Certification once it is issued.</p>
      <MoreLink to="/dashboard/certificate">
        Certification <Icon name="arrow" />
      </MoreLink>
    </Empty>
  );
}

type WeekProps = { title: string; count?: number; note?: string; children: ReactNode[] };

function Week({ title, note, children, count = children.length }: WeekProps) {
  return (
    <section className="grid gap-5">
      <ListHead count={count} title={title} note={note} />
      <ul className={styles.cards}>{children}</ul>
    </section>
  );
}

const week = 7 * 86_400_000;

function weekTitle(startsAt: Date, now: Date, at: { timeZone: string }): string {
  const weeksAhead = Math.round((startsAt.getTime() - weekStart(now, at.timeZone).getTime()) / week);
  if (weeksAhead < 0) return "In progress";
  return ["This week", "Next week"][weeksAhead] ?? `Week of ${formatDay(startsAt.toISOString(), at)}`;
}

function attendedOf(classes: ShownClass[]): string {
  return `${classes.filter(({ isAttended }) => isAttended).length} of ${classes.length} attended`;
}

function Outline() {
  return (
    <div role="status" className="grid gap-8">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-80" />
      <div className={styles.cards}>
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} className="h-56" />
        ))}
      </div>
    </div>
  );
}
