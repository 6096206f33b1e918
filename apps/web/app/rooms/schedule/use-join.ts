import { useState } from "react";
import { useNavigate } from "react-router";
import { learnerClient } from "../../lib/learner.ts";
import { useSubmission } from "../../lib/submission.ts";
import type { MeetingState } from "./meeting.tsx";
import type { ClassState, ShownClass } from "./states.ts";

export type Joining = ReturnType<typeof useJoin>;

/** The result, shown next to the pressed button; `link` when the browser blocked the window, `payPath` when a fee is overdue. */
type Answer = { at: string; text: string; link?: string; payPath?: string };
type Press = { at: string; place: "window" | "page" };

const patienceMs = 20_000;

/** Marks attendance, then opens the meeting in a new window or on our page. */
export function useJoin({ onAnswer }: { onAnswer(): void }) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { isBusy, send } = useSubmission();
  const navigate = useNavigate();

  async function join({ _id: scheduleId, topic }: ShownClass, state: ClassState, { at, place }: Press) {
    setAnswer(null);
    // Opened during the click: browsers block windows that open later.
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
    if (!outcome.isSent) return setAnswer({ at, ...refusalOf(outcome) });
    if (zoomLink === "") return setAnswer({ at, text: "its completed" });
    setAnswer({ at, text: "Your browser blocked the new window.", link: zoomLink });
  }
  return { join, isBusy, answer, dismiss: () => setAnswer(null) };
}

/** Who is on hold is told how much is overdue, and where it is paid. */
function refusalOf({ text, fields: { overdue, pay } }: { text: string; fields: Record<string, string> }) {
  return overdue && pay ? { text: `${overdue} ${text}`, payPath: pay } : { text };
}

function openWaiting(): Window | null {
  const opened = window.open("", "_blank");
  if (!opened) return null;
  opened.opener = null;
  opened.document.title = "Opening your class";
  opened.document.body.textContent = "Opening your class…";
  return opened;
}
