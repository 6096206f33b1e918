import type { WebinarPage } from "@shoreline/contract";
import type { WebinarState } from "@shoreline/domain/webinar";
import { lazy, Suspense, useState } from "react";
import { formatRupees } from "../../lib/format.ts";
import type { SiteInfo } from "../../lib/seo.ts";
import * as offer from "../../ui/offer.module.css";
import { RegisterForm } from "./register-form.tsx";
import type { TakenSeat } from "./registration.tsx";

const Closed = lazy(() => import("./closed.tsx"));
const SeatCard = lazy(() => import("./seat-card.tsx"));

type Props = {
  webinar: WebinarPage;
  state: WebinarState;
  /** Not known in the cached page. */
  seatsLeft: number | null | undefined;
  at: SiteInfo;
  phone: string;
  seat: TakenSeat | null;
  isBusy: boolean;
  onBusy(isBusy: boolean): void;
  onSeat(seat: TakenSeat | null): void;
  /** The page may be out of date. */
  onRefused(): void;
};

/** Price and registration, or why registration is closed. */
export function RegisterCard(props: Props) {
  const { webinar, state, seatsLeft, at, phone, seat, isBusy, onBusy, onSeat, onRefused } = props;
  const [hasNotice, setNotice] = useState(false);
  const [isInsisting, setInsisting] = useState(false);
  const isFull = seatsLeft === 0 && !isInsisting;
  // Keep the form during a payment, and the answer or seat after it, even when the webinar is now full.
  const isClosed = !seat && !isBusy && !hasNotice && (state !== "upcoming" || isFull);
  return (
    <aside id="register" className={offer.card} aria-label="Register">
      <img src={webinar.bannerImage} alt="" width="600" height="240" className={offer.cover} />
      <div className="grid gap-4 p-6">
        {state === "upcoming" ? (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
            <b className={offer.price}>{webinar.isFree ? "Free" : formatRupees(webinar.price)}</b>
            {webinar.seats !== null ? <Seats all={webinar.seats} left={seatsLeft} /> : null}
          </p>
        ) : null}
        <Suspense>
          {isClosed ? (
            <Closed state={state} webinar={webinar} phone={phone} onInsist={() => setInsisting(true)} />
          ) : (
            <RegisterForm
              webinar={webinar}
              instituteName={at.name}
              hasSeat={seat !== null}
              onBusy={onBusy}
              onSeat={onSeat}
              onNotice={setNotice}
              onRefused={onRefused}
            >
              {/* Its own Suspense: the alert above does not wait for its script. */}
              <Suspense>
                {seat ? <SeatCard seat={seat} webinar={webinar} at={at} onAnother={() => onSeat(null)} /> : null}
              </Suspense>
            </RegisterForm>
          )}
        </Suspense>
      </div>
    </aside>
  );
}

function Seats({ all, left }: { all: number; left: number | null | undefined }) {
  if (left === undefined || left === null) return <span className="text-s text-ink-2">{all} seats</span>;
  const text = left === 0 ? "No seats left" : left === 1 ? "1 seat left" : `${left} seats left`;
  return <span className={`text-s ${left <= 10 ? "font-semibold text-coral-ink" : "text-ink-2"}`}>{text}</span>;
}
