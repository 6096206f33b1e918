import type { WebinarCard, WebinarFigures } from "@shoreline/contract";
import { joinWindowClosesAt, stateOf, type WebinarState } from "@shoreline/domain/webinar";
import { useCallback, useEffect, useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { load } from "../../lib/load.ts";
import { refuseMissing } from "../../lib/parts.ts";
import { withRetries } from "../../lib/retry.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { useServerClock } from "../../lib/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { PageHead, Section, SectionHead } from "../../ui/section.tsx";
import type { Route } from "./+types/view";
import { LiveDot } from "./live-dot.tsx";
import { timesOf } from "./times.ts";
import { LiveRow, NextRow, RecentRow } from "./webinar-row.tsx";

const lead = "One idea, one hour, live with a mentor. Register for the next one, or watch what you missed.";

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [webinars, site] = await Promise.all([client.webinar.list({}), client.site.read({})]);
    refuseMissing(site.offers.webinars);
    const { timeZone, phone } = site.institute;
    const at = siteInfo(site);
    const meta = describePage({
      title: "Webinars",
      description: `${lead} Free and paid webinars by ${at.name}.`,
      path: "/webinarview",
      card: "page/webinarview",
      at,
    });
    return { webinars, meta, timeZone, phone };
  });
}

const mostRecent = 9;

export default function WebinarView({ loaderData: { webinars, timeZone, phone } }: Route.ComponentProps) {
  const { figures, hasFailed, ask } = useFigures();
  const end = lastEnd(webinars);
  const now = useServerClock({ now: end && figures?.now, until: end });
  const stateIn = (webinar: WebinarCard): WebinarState => {
    if (now) return stateOf(timesOf(webinar), now);
    // The cached page does not know the time: webinars marked complete are over, the others are upcoming.
    return webinar.isComplete ? "over" : "upcoming";
  };
  const those = (state: WebinarState) => webinars.filter((webinar) => stateIn(webinar) === state);
  const [live, recent] = [those("live"), those("over").slice(0, mostRecent)];
  const next = those("upcoming").reverse();
  const seatsLeftIn = ({ _id }: WebinarCard) => figures?.webinars.find((one) => one._id === _id)?.seatsLeft ?? null;
  return (
    <>
      <PageHead title="Webinars" lead={lead} />
      {hasFailed ? (
        <p className="wrap flex flex-wrap items-center gap-4 pb-8 text-ink-2" role="status">
          The countdowns could not be loaded.
          <Button look="line" onClick={ask}>
            Try again
          </Button>
        </p>
      ) : null}
      {live.length > 0 ? (
        <section className="wrap pb-16" aria-labelledby="live">
          <SectionHead id="live" title="Live now" aside={<LiveDot />} />
          {live.map((webinar) => (
            <LiveRow key={webinar._id} webinar={webinar} timeZone={timeZone} phone={phone} />
          ))}
        </section>
      ) : null}
      <section className="wrap pb-16" aria-labelledby="next">
        <SectionHead id="next" number={1} title="Next" />
        {next.length === 0 ? (
          <Empty title="The next webinar is being planned">
            <p className="text-ink-2">Subscribe to our newsletter below to hear about it first.</p>
            <MoreLink to="/onlinecourses">See the courses</MoreLink>
          </Empty>
        ) : null}
        {next.map((webinar) => (
          <NextRow key={webinar._id} webinar={webinar} now={now} seatsLeft={seatsLeftIn(webinar)} timeZone={timeZone} />
        ))}
      </section>
      {recent.length > 0 ? (
        <Section ground="sand" aria-labelledby="recent">
          <SectionHead id="recent" number={2} title="Recent" />
          <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {recent.map((webinar) => (
              <RecentRow key={webinar._id} webinar={webinar} timeZone={timeZone} />
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

/** Until then something on the page may still change with time. */
function lastEnd(webinars: WebinarCard[]): string | undefined {
  const ends = webinars.map((webinar) => joinWindowClosesAt(timesOf(webinar)).getTime());
  return ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : undefined;
}

function useFigures() {
  const [figures, setFigures] = useState<WebinarFigures | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const ask = useCallback(() => {
    setFailed(false);
    withRetries(() => browserClient.webinar.now({})).then(setFigures, (error) => {
      console.warn(error);
      setFailed(true);
    });
  }, []);
  useEffect(ask, [ask]);
  return { figures, hasFailed, ask };
}
