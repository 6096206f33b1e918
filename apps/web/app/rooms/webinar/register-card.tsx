import type { WebinarPage } from "@shoreline/contract";
import type { WebinarState } from "@shoreline/domain/webinar";
import { formatRupees } from "../../lib/format.ts";
import type { Whereabouts } from "../../lib/seo.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { TakenSeat } from "./client.ts";
import { RegisterForm } from "./register-form.tsx";
import { SeatCard } from "./seat-card.tsx";

type Props = {
  webinar: WebinarPage;
  state: WebinarState;
  seatsLeft: number | null;
  at: Whereabouts;
  phone: string;
  seat: TakenSeat | null;
  onBusy(isBusy: boolean): void;
  onSeat(seat: TakenSeat | null): void;
};

/** Price and registration, or why there is none. */
export function RegisterCard({ webinar, state, seatsLeft, at, phone, seat, onBusy, onSeat }: Props) {
  return (
    <aside id="register" className="enrol-card" aria-label="Register">
      <img src={webinar.bannerImage} alt="" width="600" height="240" className="webinar-cover" />
      <div className="grid gap-4 p-6">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
          <b className="enrol-price">{webinar.isFree ? "Free" : formatRupees(webinar.price)}</b>
          {state === "upcoming" && seatsLeft !== null ? <SeatsLeft left={seatsLeft} /> : null}
        </p>
        {drawBody()}
      </div>
    </aside>
  );

  function drawBody() {
    if (state === "over") return <Over recordingUrl={webinar.recordingUrl} />;
    if (state === "live") return <Live phone={phone} />;
    // The form stays where it is while its own seat is the last one.
    if (seatsLeft === 0 && !seat) return <Full />;
    return (
      <>
        {seat ? <SeatCard seat={seat} webinar={webinar} at={at} onAnother={() => onSeat(null)} /> : null}
        <RegisterForm
          webinar={webinar}
          instituteName={at.name}
          isHidden={seat !== null}
          onBusy={onBusy}
          onSeat={onSeat}
        />
      </>
    );
  }
}

function SeatsLeft({ left }: { left: number }) {
  const text = left === 0 ? "No seat left" : left === 1 ? "1 seat left" : `${left} seats left`;
  return <span className={`text-s ${left <= 10 ? "font-semibold text-coral-ink" : "text-ink-2"}`}>{text}</span>;
}

function Full() {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <h2 className="text-xl">All seats are taken</h2>
      <p className="text-ink-2">
        Seats that are not paid for within a quarter of an hour become free again. Or come to another one.
      </p>
      <ButtonLink to="/webinarview">See all webinars</ButtonLink>
    </div>
  );
}

function Live({ phone }: { phone: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <h2 className="text-xl">
        <span className="live-dot" aria-hidden="true" /> Live now
      </h2>
      <p className="text-ink-2">
        Registration is closed. If you have a seat, your way in is the link in your mail. You cannot find it? Call{" "}
        <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>.
      </p>
      <ButtonLink to="/webinarview">See all webinars</ButtonLink>
    </div>
  );
}

function Over({ recordingUrl }: { recordingUrl: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <h2 className="text-xl">This webinar is over</h2>
      {recordingUrl ? (
        <a className="btn btn-sea" href={recordingUrl} target="_blank" rel="noopener noreferrer">
          <Icon name="play" /> Watch the recording
        </a>
      ) : (
        <p className="text-ink-2">There is no recording of it.</p>
      )}
      <ButtonLink look="line" to="/webinarview">
        See what comes next
      </ButtonLink>
    </div>
  );
}
