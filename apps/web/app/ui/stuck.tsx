import { Button } from "./button.tsx";

/** Where something should be that did not come. */
export function Stuck({ what = "This page", onRetry }: { what?: string; onRetry(): void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4 py-8">
      <p>{what} could not be loaded: the server did not answer.</p>
      <Button look="line" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
