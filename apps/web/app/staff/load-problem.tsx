import { errorText } from "../lib/problem.ts";
import { Notice } from "../ui/message.tsx";
import { Button } from "./controls.tsx";
import { StaffIcon } from "./icon.tsx";

type Props = { what: string; error: unknown; onRetry(): void };

/** In place of something that did not load. */
export function LoadProblem({ what, error, onRetry }: Props) {
  return (
    <div role="alert">
      <Notice look="wrong">
        <StaffIcon name="warn" />
        <div>
          <p>
            <b>{what} did not load.</b>
          </p>
          <p>{errorText(error)}</p>
        </div>
      </Notice>
      <Button onClick={() => onRetry()}>Try again</Button>
    </div>
  );
}
