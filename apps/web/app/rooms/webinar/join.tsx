import { timeLeft } from "@shoreline/domain/countdown";
import { coursePath } from "@shoreline/domain/course";
import { isCancelled, joinWindowState } from "@shoreline/domain/webinar";
import { lazy, Suspense } from "react";
import { formatMomentInZone } from "../../lib/format.ts";
import { load } from "../../lib/load.ts";
import { useServerClock } from "../../lib/server-clock.ts";
import { ButtonLink, Spinner } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/message.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Route } from "./+types/join";
import { AddToCalendar } from "./add-to-calendar.tsx";
import * as styles from "./join.module.css";
import { calendarLinks } from "./links.ts";
import { timesOf } from "./times.ts";
import { useAskWhenOpen, useJoinPage, useTellJoined } from "./use-join-page.ts";

// Only one of these parts is shown at a time, so each loads on demand.
const NoSeat = lazy(() => import("./no-seat.tsx"));
const Over = lazy(() => import("./over.tsx"));
const MeetingFrame = lazy(() => import("../../ui/meeting-frame.tsx"));

export const meta: Route.MetaFunction = () => [{ title: "Join the webinar" }, { name: "robots", content: "noindex" }];

/** The same for everyone: the browser loads the seat with the join id in the address. */
export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [courses, { institute, publicUrl }] = await Promise.all([client.course.list({}), client.site.read({})]);
    const { timeZone, courseUrlSuffix: suffix } = institute;
    const shown = courses.filter(({ isTrending }) => isTrending).slice(0, 3);
    return { courses: shown.map((one) => ({ ...one, path: coursePath(one, { suffix }) })), timeZone, publicUrl };
  });
}

export default function WebinarJoin({ loaderData, params: { userId } }: Route.ComponentProps) {
  const { courses, timeZone, publicUrl } = loaderData;
  const { page, problem, ask } = useJoinPage(userId);
  const now = useServerClock({ now: page?.now, until: page?.closesAt });
  const joinWindow = page && now ? joinWindowState(timesOf(page.webinar), now) : null;
  const isWaiting = joinWindow === "open" && page?.zoomLink === "";
  useAskWhenOpen({ isWaiting, ask });
  const tellJoined = useTellJoined(userId);

  if (problem)
    return (
      <Suspense>
        <NoSeat problem={problem} onRetry={ask} />
      </Suspense>
    );
  if (!page || !now || !joinWindow)
    return (
      <div className="wrap grid gap-6 py-12" role="status">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-14 max-w-lg" />
        <Skeleton className="h-96" />
      </div>
    );
  const { webinar, zoomLink, groupUrl } = page;
  if (joinWindow === "over")
    return (
      <Suspense>
        <Over webinar={webinar} courses={courses} isCancelled={isCancelled(timesOf(webinar), now)} />
      </Suspense>
    );
  const startsAt = new Date(webinar.startAt);
  const isLive = now >= startsAt;
  const when = `${formatMomentInZone(webinar.startAt, { timeZone })}, with ${webinar.mentorName}`;
  return (
    <>
      <PageHead title={webinar.title} lead={when} />
      <div className={`wrap ${styles.page} grid gap-6 pb-12`}>
        {joinWindow === "early" ? (
          <Notice look="done">
            <Icon name="check" /> Your seat is confirmed.
          </Notice>
        ) : null}
        {joinWindow === "early" ? (
          <img src={webinar.bannerImage} alt="" width="600" height="240" className={styles.banner} />
        ) : null}
        {isLive ? null : <Countdown left={timeLeft({ startsAt, now })} label="Time until the webinar starts:" />}
        {joinWindow === "early" ? (
          <>
            <p className="max-w-prose text-ink-2">
              You can join here from 15 minutes before the start. Keep this page open, or come back with the same link.
            </p>
            <AddToCalendar {...calendarLinks(webinar, { url: `${publicUrl}/webinar/user/join/${userId}`, userId })} />
          </>
        ) : null}
        <Suspense>
          {joinWindow === "open" && zoomLink ? (
            <MeetingFrame link={zoomLink} title={webinar.title} isRunning={isLive} onOpen={tellJoined} />
          ) : null}
        </Suspense>
        {isWaiting ? (
          <p className="flex items-center gap-3" role="status">
            <Spinner /> The meeting is being prepared. It opens here in a moment.
          </p>
        ) : null}
        {groupUrl ? (
          <p>
            <ButtonLink look="line" to={groupUrl} target="_blank" rel="noopener noreferrer">
              <Icon name="wa" /> Join the WhatsApp group
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </>
  );
}
