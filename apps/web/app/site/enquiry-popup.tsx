import { enquiryCloseDelayMs, enquiryReappearsAfterMs } from "@shoreline/domain/lead";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { hasSentEnquiry, msSinceClosed, rememberClosed } from "./enquiry-memory.ts";

const EnquiryForm = lazy(() => import("./enquiry-form.tsx").then((module) => ({ default: module.EnquiryForm })));

// Long enough to see the page that one came for.
const firstAppearsAfterMs = 3000;

/** Comes up once one has looked around, and again a minute after it was closed, until an enquiry was sent. */
export function EnquiryPopup() {
  const { pathname } = useLocation();
  const [state, setState] = useState<"hidden" | "shown" | "closing">("hidden");
  const isWanted = !pathname.startsWith("/webinar") && !pathname.startsWith("/unsubscribe");

  useEffect(() => {
    if (state !== "hidden" || !isWanted || hasSentEnquiry()) return;
    const closedFor = msSinceClosed();
    const wait =
      closedFor === null ? firstAppearsAfterMs : Math.max(firstAppearsAfterMs, enquiryReappearsAfterMs - closedFor);
    const timer = setTimeout(() => setState("shown"), wait);
    return () => clearTimeout(timer);
  }, [state, isWanted]);

  useEffect(() => {
    if (state !== "closing") return;
    const timer = setTimeout(() => setState("hidden"), enquiryCloseDelayMs);
    return () => clearTimeout(timer);
  }, [state]);

  const close = () => {
    rememberClosed();
    setState("closing");
  };
  if (state === "hidden" || !isWanted) return null;
  return (
    <Suspense>
      <EnquiryForm isClosing={state === "closing"} onClose={close} />
    </Suspense>
  );
}
