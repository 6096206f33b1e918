import type { WebinarPage } from "@shoreline/contract";
import type { WebinarState } from "@shoreline/domain/webinar";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton } from "../../ui/more.tsx";
import { LiveDot } from "./live-dot.tsx";

type Props = { state: WebinarState; webinar: WebinarPage; phone: string; onInsist(): void };

/** Why there is no form: the webinar is over, live or full. */
export default function Closed({ state, webinar, phone, onInsist }: Props) {
  if (state === "over") return <Over recordingUrl={webinar.recordingUrl} />;
  return state === "live" ? <Live phone={phone} /> : <Full isFree={webinar.isFree} onInsist={onInsist} />;
}

/** Only the server knows whether the visitor holds one of the seats. */
function Full({ isFree, onInsist }: { isFree: boolean; onInsist(): void }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <h2 className="text-xl">All seats are taken</h2>
      {isFree ? null : (
        <p className="text-ink-2">A reserved seat becomes free again if it is not paid for within 15 minutes.</p>
      )}
      <ButtonLink to="/webinarview">See all webinars</ButtonLink>
      <MoreButton onClick={onInsist}>
        {isFree ? "I have a seat already" : "I have a seat or have started to pay"}
      </MoreButton>
    </div>
  );
}

function Live({ phone }: { phone: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <h2 className="text-xl">
        <LiveDot /> Live now
      </h2>
      <p className="text-ink-2">
        Registration is closed. If you have a seat, join with the link in your e-mail. If you cannot find it, call{" "}
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
        <ButtonLink to={recordingUrl} target="_blank" rel="noopener noreferrer">
          <Icon name="play" /> Watch the recording
        </ButtonLink>
      ) : (
        <p className="text-ink-2">There is no recording.</p>
      )}
      <ButtonLink look="line" to="/webinarview">
        See upcoming webinars
      </ButtonLink>
    </div>
  );
}
