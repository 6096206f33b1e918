import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Stuck } from "../../ui/stuck.tsx";

type Props = { problem: "unknown" | "away"; onRetry(): void };

export default function NoSeat({ problem, onRetry }: Props) {
  return (
    <div className="wrap py-12">
      <h1 className="sr-only">Join the webinar</h1>
      {problem === "away" ? (
        <Stuck what="Your seat" onRetry={onRetry} />
      ) : (
        <Empty title="This link belongs to no registration">
          <p className="text-ink-2">It may be cut off. Open it once more from the mail that confirmed your seat.</p>
          <ButtonLink to="/webinarview">See all webinars</ButtonLink>
        </Empty>
      )}
    </div>
  );
}
