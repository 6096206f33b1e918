import { enquiryCloseDelayMs, enquiryReappearsAfterMs } from "@shoreline/domain/lead";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { toast } from "../../ui/toast.module.css";
import { hasSentEnquiry, msSinceClosed, rememberClosed, whenSent } from "./enquiry-memory.ts";

const EnquiryForm = lazy(() => import("./enquiry-form.tsx").then((module) => ({ default: module.EnquiryForm })));

// Gives visitors time to see the page first.
const firstAppearsAfterMs = 1000;
const thanksForMs = 6000;

/** Opens after a while, and again a minute after it was closed, until an enquiry is sent. */
export function EnquiryPopup({ courses }: { courses: string[] }) {
  const { pathname } = useLocation();
  const [state, setState] = useState<"hidden" | "shown" | "closing">("hidden");
  const [hasSent, setSent] = useState(false);
  // Decision 027 says where it does not show, and why.
  const isWanted = !/^\/(webinar|unsubscribe|verify|view|mcq\/test)/i.test(pathname);

  useEffect(() => {
    if (state !== "hidden" || !isWanted || hasSentEnquiry()) return;
    const closedFor = msSinceClosed();
    const wait =
      closedFor === null ? firstAppearsAfterMs : Math.max(firstAppearsAfterMs, enquiryReappearsAfterMs - closedFor);
    let timer = setTimeout(show, wait);
    // Does not interrupt typing or a chat.
    function show() {
      const isOccupied =
        document.activeElement?.matches("input, textarea, select") ||
        document.querySelector("#chatbot, dialog[open], [role=dialog]");
      if (hasSentEnquiry()) return;
      if (isOccupied) timer = setTimeout(show, firstAppearsAfterMs);
      else setState("shown");
    }
    return () => clearTimeout(timer);
  }, [state, isWanted]);

  useEffect(() => {
    if (state === "shown") return whenSent(() => setState("closing"));
  }, [state]);

  useEffect(() => {
    if (state !== "closing") return;
    const timer = setTimeout(() => setState("hidden"), enquiryCloseDelayMs);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (!hasSent) return;
    const timer = setTimeout(() => setSent(false), thanksForMs);
    return () => clearTimeout(timer);
  }, [hasSent]);

  const close = () => {
    rememberClosed();
    setState("closing");
  };
  const thank = () => {
    setSent(true);
    setState("closing");
  };
  const isShown = state !== "hidden" && isWanted;
  return (
    <>
      <div role="status">{hasSent ? <p className={toast}>Your enquiry has been sent. We will call you.</p> : null}</div>
      <Suspense>
        {isShown ? (
          <EnquiryForm courses={courses} isClosing={state === "closing"} onClose={close} onSent={thank} />
        ) : null}
      </Suspense>
    </>
  );
}
