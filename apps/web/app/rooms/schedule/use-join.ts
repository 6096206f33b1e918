import { useState } from "react";
import { useNavigate } from "react-router";
import { learnerClient } from "../../lib/learner.ts";
import { useSubmission } from "../../lib/submission.ts";
import type { MeetingState } from "./meeting.tsx";
import type { ClassState, ShownClass } from "./states.ts";

export type Joining = ReturnType<typeof useJoin>;

/** What came of it, said where the button was pressed; `link` where no window could be opened. */
type Answer = { at: string; text: string; link?: string };
type Press = { at: string; place: "window" | "page" };

const patienceMs = 20_000;

/** Marks attendance, then leads to the meeting: in a window of its own, or on a page of ours. */
export function useJoin({ onAnswer }: { onAnswer(): void }) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { isBusy, send } = useSubmission();
  const navigate = useNavigate();

  async function join({ _id: scheduleId, topic }: ShownClass, state: ClassState, { at, place }: Press) {
    setAnswer(null);
    // Opened by the click itself: a window that opens later is taken for an advertisement, and blocked.
    const opened = state === "open" && place === "window" ? openWaiting() : null;
    let zoomLink = "";
    const outcome = await send({ scheduleId }, async () => {
      const signal = AbortSignal.timeout(patienceMs);
      ({ zoomLink } = await learnerClient.schedule.join({ scheduleId, isJoin: true }, { signal }));
    });
    onAnswer();
    if (outcome.isSent && zoomLink && place === "page") {
      const state: MeetingState = { zoomLink, topic };
      return navigate("/dashboard/zoompage", { state });
    }
    if (outcome.isSent && zoomLink && opened && !opened.closed) return opened.location.replace(zoomLink);
    opened?.close();
    if (!outcome.isSent) return setAnswer({ at, text: outcome.text });
    if (zoomLink === "") return setAnswer({ at, text: "its completed" });
    setAnswer({ at, text: "Your browser blocked the new window.", link: zoomLink });
  }
  return { join, isBusy, answer, dismiss: () => setAnswer(null) };
}

function openWaiting(): Window | null {
  const opened = window.open("", "_blank");
  if (!opened) return null;
  opened.opener = null;
  opened.document.title = "Opening your class";
  opened.document.body.textContent = "Opening your class…";
  return opened;
}
