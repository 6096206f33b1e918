import { timeLeft } from "@shoreline/domain/countdown";
import { Fragment, lazy, type ReactNode, Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { deferLoad } from "../../lib/defer-load.ts";
import { formatMomentInZone, formatRupees } from "../../lib/format.ts";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Crumbs, home } from "../../ui/crumbs.tsx";
import { facts } from "../../ui/facts.module.css";
import * as offer from "../../ui/offer.module.css";
import { Tag } from "../../ui/tag.tsx";
import type { Route } from "./+types/landing";
import { asEvent, calendarLinks } from "./links.ts";
import { RegisterCard } from "./register-card.tsx";
import type { TakenSeat } from "./registration.tsx";
import { webinarPath } from "./times.ts";
import { useLeaveAtStart, useWebinarNow } from "./use-webinar-now.ts";

export const handle = { isSelling: true };

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

/** Only what does not change by the minute; the browser loads the rest. */
export function loader({ context, params }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [webinar, site] = await Promise.all([client.webinar.page(params), client.site.read({})]);
    const { timeZone, phone } = site.institute;
    const [at, path] = [siteInfo(site), webinarPath(webinar)];
    return {
      webinar,
      at,
      path,
      timeZone,
      phone,
      calendar: calendarLinks(webinar, { url: at.publicUrl + path }),
      meta: describePage({
        title: webinar.title,
        description: webinar.subtitle,
        path,
        card: `webinar/${encodeURIComponent(webinar._id)}`,
        at,
        below: { name: "Webinars", path: "/webinarview" },
        data: [asEvent(webinar, at)],
      }),
    };
  });
}

const Share = lazy(deferLoad(() => import("./share.tsx")));
const About = lazy(deferLoad(() => import("./about.tsx")));

export default function WebinarLanding({ loaderData }: Route.ComponentProps) {
  const { webinar, at, path, calendar } = loaderData;
  // The key makes another webinar another page. Parts that wait for their script stay outside the ticking part: a part
  // that renders again before its script has loaded would disappear until then.
  return (
    <Fragment key={webinar._id}>
      <Landing {...loaderData}>
        <Suspense>
          <Share title={webinar.title} url={at.publicUrl + path} calendar={calendar} />
        </Suspense>
      </Landing>
      <Suspense>
        <About webinar={webinar} />
      </Suspense>
    </Fragment>
  );
}

type LandingProps = Route.ComponentProps["loaderData"] & { children: ReactNode };

function Landing({ webinar: kept, at, timeZone, phone, children }: LandingProps) {
  const [isBusy, setBusy] = useState(false);
  const [seat, setSeat] = useState<TakenSeat | null>(null);
  const [hasTried, setTried] = useState(false);
  const { revalidate } = useRevalidator();
  const { figures, now, state, hasFailed, ask } = useWebinarNow(kept);
  useLeaveAtStart({ state: now ? state : null, isKept: isBusy || hasTried || seat !== null });
  // Data just loaded is newer than the cached page.
  const webinar = figures ?? kept;
  const left = now && timeLeft({ startsAt: new Date(webinar.startAt), now });
  const { title, subtitle, startAt, duration } = webinar;
  return (
    <div className="wrap">
      <Crumbs steps={[home, { text: "Webinars", to: "/webinarview" }]} here={title} />
      <div className={offer.page}>
        <header className="grid content-start gap-5">
          <p className="flex flex-wrap items-center gap-2">
            <Tag look="sea">{webinar.isFree ? "Free webinar" : "Webinar"}</Tag>
            <Tag>Live, online</Tag>
          </p>
          <h1 className="text-3xl">{title}</h1>
          <p className="max-w-prose text-l text-ink-2">{subtitle}</p>
          <p className="text-l font-semibold">
            <time dateTime={startAt}>{formatMomentInZone(startAt, { timeZone })}</time>
          </p>
          {state === "upcoming" ? (
            <Countdown left={left} startsAt={startAt} label="Time until the webinar starts:" />
          ) : null}
          {state === "upcoming" && !seat ? (
            <ButtonLink to="#register" className="lg:hidden">
              {webinar.isFree ? "Register for free" : `Register, ${formatRupees(webinar.price)}`}
            </ButtonLink>
          ) : null}
          {hasFailed ? (
            <p className="flex flex-wrap items-center gap-4 text-s text-ink-2">
              The countdown could not be loaded.
              <Button look="line" onClick={ask}>
                Try again
              </Button>
            </p>
          ) : null}
          <dl className={facts}>
            <Fact name="From our learners" value="1000 +" unit="stories" />
            <Fact name="Enrolled" value={webinar.enrolledCount} unit="people" />
            <Fact name="Duration" value={duration} unit="min" />
          </dl>
          <div className={state === "upcoming" ? "" : "[&>p]:hidden"}>{children}</div>
        </header>
        <RegisterCard
          webinar={webinar}
          state={state}
          seatsLeft={figures?.seatsLeft}
          at={at}
          phone={phone}
          seat={seat}
          isBusy={isBusy}
          onBusy={(is) => {
            setBusy(is);
            if (is) setTried(true);
          }}
          onRefused={() => {
            ask();
            void revalidate();
          }}
          onSeat={(taken) => {
            setSeat(taken);
            ask();
          }}
        />
      </div>
    </div>
  );
}

function Fact({ name, value, unit }: { name: string; value: number | string; unit: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} <small>{unit}</small>
      </dd>
    </div>
  );
}
