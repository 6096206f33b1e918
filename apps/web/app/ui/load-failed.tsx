import { Button } from "./button.tsx";
import { Panel } from "./empty.tsx";

/** Shown in place of something that could not be loaded. */
export function LoadFailed({ what = "This page", onRetry }: { what?: string; onRetry(): void }) {
  const picture = <img src="/art/offline.svg" alt="" width="320" height="240" className="size-full object-cover" />;
  return (
    <div role="alert">
      <Panel title="The server did not answer" picture={picture}>
        <p className="max-w-prose text-ink-2">
          {what} could not be loaded. Please check your connection and try again.
        </p>
        <Button onClick={onRetry}>Try again</Button>
      </Panel>
    </div>
  );
}
