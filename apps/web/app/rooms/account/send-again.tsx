import { resendAfterMs } from "@shoreline/domain/account";
import { useEffect, useState } from "react";
import { MoreButton } from "../../ui/more.tsx";

/** `isRefused` says that the last code has just been refused. */
type Props = { sentAt: number; isBusy: boolean; isRefused: boolean; onClick(): void };

/** Asks for another code; not before the last one has had its time to arrive. */
export function SendAgain({ sentAt, isBusy, isRefused, onClick }: Props) {
  const [now, setNow] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code starts the count again.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    setNow(Date.now());
    return () => clearInterval(timer);
  }, [sentAt]);
  const label = isRefused ? "Send a new code" : "Send again";
  const left = Math.min(60, Math.max(0, Math.ceil((sentAt + resendAfterMs - now) / 1000)));
  return (
    <MoreButton disabled={left > 0 || isBusy} onClick={onClick}>
      {left > 0 ? `${label} in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : label}
    </MoreButton>
  );
}
