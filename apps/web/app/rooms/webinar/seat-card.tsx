import type { WebinarPage } from "@shoreline/contract";
import type { Whereabouts } from "../../lib/seo.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { KeepDate } from "./keep-date.tsx";
import { calendarLinks } from "./links.ts";
import type { TakenSeat } from "./registration.tsx";

type Props = { seat: TakenSeat; webinar: WebinarPage; at: Whereabouts; onAnother(): void };

/** What stays on the page when the alert has gone: the group, the way in, the calendar. */
export default function SeatCard({ seat: { reply, email }, webinar, at, onAnother }: Props) {
  const { userId, groupUrl } = reply;
  const path = `/webinar/user/join/${userId}`;
  return (
    <section className="grid gap-4" aria-labelledby="seat">
      <h2 id="seat" className="text-xl">
        Your seat is confirmed
      </h2>
      <p className="text-ink-2">
        We have sent your personal link and a calendar file to{" "}
        <b className="font-semibold wrap-anywhere text-ink">{email}</b>.
      </p>
      <div className="grid gap-3">
        <ButtonLink to={path}>
          Your join page <Icon name="arrow" />
        </ButtonLink>
        {groupUrl ? (
          <ButtonLink look="line" to={groupUrl} target="_blank" rel="noopener noreferrer">
            <Icon name="wa" /> Join the WhatsApp group
          </ButtonLink>
        ) : null}
      </div>
      {userId ? <KeepDate {...calendarLinks(webinar, { url: at.publicUrl + path, userId })} /> : null}
      <MoreButton className="justify-self-start" onClick={onAnother}>
        Register another person
      </MoreButton>
    </section>
  );
}
