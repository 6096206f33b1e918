import { useState } from "react";
import { Link } from "react-router";
import "../../styles/webinar.css";
import { timeLeft } from "@shoreline/domain/countdown";
import { load } from "../../lib/api.ts";
import { formatMomentInZone } from "../../lib/format.ts";
import { describePage, whereabouts } from "../../lib/seo.ts";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Split } from "../../ui/split.tsx";
import type { Route } from "./+types/landing";
import type { TakenSeat } from "./client.ts";
import { asEvent } from "./event.ts";
import { KeepDate } from "./keep-date.tsx";
import { Mentor } from "./mentor.tsx";
import { RegisterCard } from "./register-card.tsx";
import { RoomLook } from "./room-look.tsx";
import { Share } from "./share.tsx";
import { sharePicture, webinarPath } from "./times.ts";
import { useLeaveAtStart, useWebinarNow } from "./webinar-now.ts";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? describePage({
        title: loaderData.webinar.title,
        description: loaderData.webinar.subtitle,
        path: webinarPath(loaderData.webinar),
        picture: sharePicture(loaderData.webinar),
        at: loaderData.at,
        below: { name: "Webinars", path: "/webinarview" },
        data: [asEvent(loaderData)],
      })
    : [];

/** What stays the same from minute to minute; the rest is asked for by the browser. */
export function loader({ context, params }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [webinar, site] = await Promise.all([client.webinar.page(params), client.site.read({})]);
    const { timeZone, phone } = site.institute;
    return { webinar, at: whereabouts(site), timeZone, phone };
  });
}

export default function WebinarLanding({ loaderData }: Route.ComponentProps) {
  // Going from one webinar to another is another page.
  return <Landing key={loaderData.webinar._id} {...loaderData} />;
}

function Landing({ webinar, at, timeZone, phone }: Route.ComponentProps["loaderData"]) {
  const [isBusy, setBusy] = useState(false);
  const [seat, setSeat] = useState<TakenSeat | null>(null);
  const { figures, now, state, hasFailed, ask } = useWebinarNow(webinar);
  useLeaveAtStart({ state: now ? state : null, isBusy });
  const left = now && timeLeft({ startsAt: new Date(figures?.startAt ?? webinar.startAt), now });
  const { title, subtitle, startAt, duration, topics, mentor } = webinar;
  const url = at.publicUrl + webinarPath(webinar);
  return (
    <>
      <div className="wrap">
        <nav aria-label="Breadcrumb">
          <ol className="crumbs">
            <li>
              <Link to="/">Home</Link>
            </li>
            <li>
              <Link to="/webinarview">Webinars</Link>
            </li>
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
        <div className="course-head">
          <header className="grid content-start gap-5">
            <p className="flex flex-wrap items-center gap-2">
              <span className="tag tag-sea">{webinar.isFree ? "Free webinar" : "Webinar"}</span>
              <span className="tag">Live, online</span>
            </p>
            <h1 className="text-3xl">{title}</h1>
            <p className="max-w-prose text-l text-ink-2">{subtitle}</p>
            <p className="text-l font-semibold">
              <time dateTime={startAt}>{formatMomentInZone(startAt, { timeZone })}</time>
            </p>
            {state === "upcoming" ? <Countdown left={left} label="Time until the webinar begins" /> : null}
            {hasFailed ? (
              <p className="flex flex-wrap items-center gap-4 text-s text-ink-2">
                The countdown could not be loaded.
                <Button look="line" onClick={ask}>
                  Try again
                </Button>
              </p>
            ) : null}
            <dl className="facts">
              <Stat name="From our learners" value="1000 +" unit="stories" />
              <Stat name="Enrolled" value={figures?.enrolledCount ?? webinar.enrolledCount} unit="people" />
              <Stat name="Duration" value={duration} unit="min" />
            </dl>
            <div>
              {state === "upcoming" ? <KeepDate webinar={webinar} url={url} /> : null}
              <Share title={title} url={url} />
            </div>
          </header>
          <RegisterCard
            webinar={webinar}
            state={state}
            seatsLeft={figures ? figures.seatsLeft : webinar.seats}
            at={at}
            phone={phone}
            seat={seat}
            onBusy={setBusy}
            onSeat={(taken) => {
              setSeat(taken);
              ask();
            }}
          />
        </div>
      </div>

      <Split
        id="preview"
        number={1}
        title="A look into the room"
        text={`${duration} minutes, live, with your questions.`}
      >
        <RoomLook webinar={webinar} />
      </Split>
      <Split id="topics" number={2} title="What we go through" text={`${topics.length} topics, in this order.`}>
        <ol className="topic-list">
          {topics.map((topic, n) => (
            <li key={topic.title}>
              <span className="fold-number pt-1" aria-hidden="true">
                {n + 1}
              </span>
              <h3 className="text-heading">{topic.title}</h3>
              <p>{topic.subtitle}</p>
            </li>
          ))}
        </ol>
      </Split>
      <Mentor mentor={mentor} number={3} />
    </>
  );
}

function Stat({ name, value, unit }: { name: string; value: number | string; unit: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} <small>{unit}</small>
      </dd>
    </div>
  );
}
