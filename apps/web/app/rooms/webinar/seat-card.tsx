import type { WebinarPage } from "@shoreline/contract";
import { unconfirmedDays } from "@shoreline/domain/webinar";
import type { SiteInfo } from "../../lib/seo.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { AddToCalendar } from "./add-to-calendar.tsx";
import { calendarLinks } from "./links.ts";
import type { TakenSeat } from "./registration.tsx";

type Props = { seat: TakenSeat; webinar: WebinarPage; at: SiteInfo; onAnother(): void };

/** Stays on the page after the alert: what to do next, the group and the calendar. */
export default function SeatCard({ seat: { reply, email }, webinar, at, onAnother }: Props) {
  const { userId, groupUrl } = reply;
  const path = `/webinar/user/join/${userId}`;
  const address = <b className="font-semibold wrap-anywhere text-ink">{email}</b>;
  return (
    <section className="grid gap-4" aria-labelledby="seat">
      <h2 id="seat" className="text-xl">
        {userId ? "Your seat is confirmed" : "One step left: confirm your seat"}
      </h2>
      {userId ? (
        <p className="text-ink-2">We have sent your personal link and a calendar file to {address}.</p>
      ) : (
        <p className="text-ink-2">
          Open the link that we sent to {address} within {unconfirmedDays} days. Until then your seat is not reserved.
          No mail? Please look in your spam folder.
        </p>
      )}
      <div className="grid gap-3">
        {userId ? (
          <ButtonLink to={path}>
            Your join page <Icon name="arrow" />
          </ButtonLink>
        ) : null}
        {groupUrl ? (
          <ButtonLink look="line" to={groupUrl} target="_blank" rel="noopener noreferrer">
            <Icon name="wa" /> Join the WhatsApp group
          </ButtonLink>
        ) : null}
      </div>
      {userId ? <AddToCalendar {...calendarLinks(webinar, { url: at.publicUrl + path, userId })} /> : null}
      <MoreButton className="justify-self-start" onClick={onAnother}>
        Register another person
      </MoreButton>
    </section>
  );
}
