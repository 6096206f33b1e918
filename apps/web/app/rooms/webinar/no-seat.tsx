import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";

type Props = { problem: "unknown" | "away"; onRetry(): void };

export default function NoSeat({ problem, onRetry }: Props) {
  return (
    <div className="wrap py-12">
      <h1 className="sr-only">Join the webinar</h1>
      {problem === "away" ? (
        <LoadFailed what="Your seat" onRetry={onRetry} />
      ) : (
        <Empty title="We could not find a registration for this link">
          <p className="text-ink-2">The link may be incomplete. Please open it again from your confirmation e-mail.</p>
          <ButtonLink to="/webinarview">See all webinars</ButtonLink>
        </Empty>
      )}
    </div>
  );
}
