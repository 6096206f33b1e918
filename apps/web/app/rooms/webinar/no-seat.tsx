import { unconfirmedDays } from "@shoreline/domain/webinar";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import type { Problem } from "./use-join-page.ts";

type Props = { problem: Problem; onRetry(): void };

export default function NoSeat({ problem, onRetry }: Props) {
  return (
    <div className="wrap py-12">
      <h1 className="sr-only">Join the webinar</h1>
      {problem.kind === "away" ? (
        <LoadFailed what="Your seat" onRetry={onRetry} />
      ) : problem.kind === "refused" ? (
        <Empty title="We could not confirm your seat">
          <p className="text-ink-2">{problem.text}</p>
          <ButtonLink to="/webinarview">See all webinars</ButtonLink>
        </Empty>
      ) : (
        <Empty title="This link does not work">
          <p className="text-ink-2">
            Please open it again from your mail. If you did not confirm within {unconfirmedDays} days, your registration
            has ended and you can register again.
          </p>
          <ButtonLink to="/webinarview">See all webinars</ButtonLink>
        </Empty>
      )}
    </div>
  );
}
