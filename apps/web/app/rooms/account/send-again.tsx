import { resendAfterMs } from "@shoreline/domain/account";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { MoreButton } from "../../ui/more.tsx";

type Props = {
  sentAt: number;
  isBusy: boolean;
  /** The last code has just been refused. */
  isRefused: boolean;
  /** As the main action, where the last code is of no use any more. */
  isMain?: boolean;
  onClick(): void;
};

/** Asks for another code; not before the last one has had its time to arrive. */
export function SendAgain({ sentAt, isBusy, isRefused, isMain = false, onClick }: Props) {
  const [now, setNow] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code starts the count again.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    setNow(Date.now());
    return () => clearInterval(timer);
  }, [sentAt]);
  const label = isRefused ? "Send a new code" : "Send again";
  const left = Math.min(60, Math.max(0, Math.ceil((sentAt + resendAfterMs - now) / 1000)));
  const Look = isMain ? Button : MoreButton;
  return (
    <Look disabled={left > 0 || isBusy} onClick={onClick}>
      {left > 0 ? `${label} in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : label}
    </Look>
  );
}
