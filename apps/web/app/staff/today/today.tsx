import type { StaffMe, StaffToday } from "@shoreline/contract";
import { useQuery } from "@tanstack/react-query";
import { deskClient } from "../client.ts";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead } from "../page-head.tsx";
import { OwnBehind } from "../progress/behind-lines.tsx";
import { may, useMe } from "../queries.ts";
import { formatClock, formatLongDay, hourOf, zoneAbroad } from "../when.ts";
import { AllDone } from "./all-done.tsx";
import { RunningNow } from "./running-now.tsx";
import * as styles from "./today.module.css";
import { aheadFirst, figuresOf, isRunning, ownParts, todayParts } from "./today-figures.ts";
import { CallsDue, NewEnquiries } from "./today-leads.tsx";
import { ClassesToday, EntryList } from "./today-lists.tsx";
import { TodayTiles } from "./today-tiles.tsx";

const minute = 60_000;

export default function Today() {
  const me = useMe();
  const { data, error, refetch } = useQuery({
    queryKey: ["today"],
    queryFn: () => deskClient.today({}),
    staleTime: 0,
    // Only while the page is seen.
    refetchInterval: minute,
  });
  useRowKeys();
  return (
    <>
      {data ? <PageHead title={formatLongDay(data.now)} about={greeting(me, data.now)} /> : <PageHead title="Today" />}
      {error ? <LoadProblem what="Today" error={error} onRetry={refetch} /> : null}
      {data ? <Waiting today={data} /> : error ? null : <Loading />}
    </>
  );
}

function Waiting({ today: whole }: { today: StaffToday }) {
  const me = useMe();
  const own = aheadFirst(whole.classes?.filter(({ isYours }) => isYours) ?? [], whole.now);
  const isOwn = may(me, "teach classes") && !may(me, "change timetable");
  const today = isOwn ? { ...whole, classes: own, areMoreClasses: false } : whole;
  const figures = figuresOf(today, isOwn ? ownParts : todayParts);
  if (figures.every(({ isZero }) => isZero))
    return (
      <>
        <AllDone title="Nothing waits for you.">
          <p>{figures.map(({ text }) => text).join(" ")}</p>
          <p>What comes in is shown here within a minute.</p>
        </AllDone>
        {isOwn ? <OwnBehind /> : null}
      </>
    );
  const { calls, enquiries, classes, payments, failed, expiring, now } = today;
  return (
    <>
      {own
        .filter((one) => isRunning(one, now))
        .map((one) => (
          <RunningNow key={one.classId} one={one} />
        ))}
      <TodayTiles figures={figures} />
      {isOwn ? <OwnBehind /> : null}
      <div className={styles.columns}>
        {calls || enquiries ? (
          <div className={styles.column}>
            {calls ? <CallsDue calls={calls} now={now} /> : null}
            {enquiries ? <NewEnquiries enquiries={enquiries} now={now} /> : null}
          </div>
        ) : null}
        <div className={styles.column}>
          {classes ? (
            <div className={styles.classes}>
              <ClassesToday classes={classes} isMore={today.areMoreClasses} now={now} isOwn={isOwn} />
            </div>
          ) : null}
          {payments ? <EntryList part="payments" list={payments} now={now} /> : null}
          {failed ? <EntryList part="failed" list={failed} now={now} /> : null}
          {expiring ? <EntryList part="expiring" list={expiring} now={now} /> : null}
        </div>
      </div>
    </>
  );
}

/** Says of when the page is: it stays readable when a reload fails. */
function greeting({ name }: StaffMe, now: string): string {
  const hour = hourOf(now);
  const time = hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening";
  const abroad = zoneAbroad(now);
  const hint = abroad ? ` All times are in the institute’s time zone (${abroad}).` : "";
  return `Good ${time}, ${name.split(" ")[0]}. Updated at ${formatClock(now)}.${hint}`;
}
