import type { WebinarCard } from "@shoreline/contract";
import { timeLeft } from "@shoreline/domain/countdown";
import { Link } from "react-router";
import { formatDay, formatMomentInZone, formatRupees } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { Tag } from "../../ui/tag.tsx";
import { webinarPath } from "./times.ts";
import * as styles from "./webinar-row.module.css";

type Props = { webinar: WebinarCard; timeZone: string };

export function NextRow({ webinar, timeZone, now, seatsLeft }: Props & { now: Date | null; seatsLeft: number | null }) {
  const { title, subtitle, startAt, isFree, price, duration, mentorName } = webinar;
  const left = now && timeLeft({ startsAt: new Date(startAt), now });
  return (
    <article className={styles.row}>
      <Banner webinar={webinar} />
      <div className="grid content-start gap-4">
        <h3 className="text-xl">
          <Link className="text-ink no-underline hover:underline" to={webinarPath(webinar)}>
            {title}
          </Link>
        </h3>
        <p className="font-semibold">
          <time dateTime={startAt}>{formatMomentInZone(startAt, { timeZone })}</time>, {duration} minutes
        </p>
        <p className="max-w-prose text-ink-2">
          {subtitle} With {mentorName}.
        </p>
        <Countdown left={left} startsAt={startAt} label={`Time until ${title} starts:`} />
        <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {seatsLeft === 0 ? (
            <Tag>All seats are taken</Tag>
          ) : (
            <ButtonLink to={webinarPath(webinar)} aria-label={`Save a seat, ${title}`}>
              Save a seat <Icon name="arrow" />
            </ButtonLink>
          )}
          <b className="text-heading">{isFree ? "Free" : formatRupees(price)}</b>
          {seatsLeft ? <span className="text-s text-ink-2">{seatsLeft} seats left</span> : null}
        </p>
      </div>
    </article>
  );
}

export function LiveRow({ webinar, timeZone, phone }: Props & { phone: string }) {
  return (
    <article className={styles.row}>
      <Banner webinar={webinar} />
      <div className="grid content-start gap-4">
        <h3 className="text-xl">{webinar.title}</h3>
        <p className="font-semibold">
          Since <time dateTime={webinar.startAt}>{formatMomentInZone(webinar.startAt, { timeZone })}</time>, with{" "}
          {webinar.mentorName}
        </p>
        <p className="max-w-prose text-ink-2">
          To join, open the link in your confirmation e-mail. The link is personal and works on any device. If you
          cannot find it, call <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>.
        </p>
      </div>
    </article>
  );
}

export function RecentRow({ webinar, timeZone }: Props) {
  const { title, startAt, recordingUrl, bannerImage, mentorName } = webinar;
  return (
    <li className="flex flex-col gap-3">
      <img
        src={bannerImage}
        alt=""
        width="600"
        height="240"
        loading="lazy"
        className="aspect-5/2 w-full rounded-small object-cover"
      />
      <h3 className="text-heading">
        <Link className="text-ink no-underline hover:underline" to={webinarPath(webinar)}>
          {title}
        </Link>
      </h3>
      <p className="text-s text-ink-2">
        <time dateTime={startAt}>{formatDay(startAt, { timeZone })}</time>, with {mentorName}
      </p>
      {recordingUrl ? (
        <MoreLink
          className="mt-auto"
          to={recordingUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Watch the recording, ${title}`}
        >
          <Icon name="play" /> Watch the recording
        </MoreLink>
      ) : (
        <p className="mt-auto flex min-h-11 items-center text-s text-ink-2">No recording</p>
      )}
    </li>
  );
}

function Banner({ webinar: { bannerImage } }: { webinar: WebinarCard }) {
  return <img src={bannerImage} alt="" width="600" height="240" className="w-full rounded-small" />;
}
