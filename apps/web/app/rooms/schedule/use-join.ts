import { useState } from "react";
import { useNavigate } from "react-router";
import { learnerClient } from "../../lib/learner.ts";
import { useSending } from "../../lib/send.ts";
import type { Told } from "../../ui/message.tsx";
import type { MeetingState } from "./meeting.tsx";
import type { ClassState, ShownClass } from "./states.ts";

export type Joining = ReturnType<typeof useJoin>;

/** Marks attendance, then leads to the meeting: in a window of its own, or on a page of ours. */
export function useJoin({ onJoined }: { onJoined(): void }) {
  const [told, setTold] = useState<Told | null>(null);
  const [joined, setJoined] = useState<{ link: string; topic: string } | null>(null);
  const { isBusy, send } = useSending();
  const navigate = useNavigate();

  async function join(shown: ShownClass, state: ClassState, place: "window" | "page" = "window") {
    setTold(null);
    setJoined(null);
    // Opened by the click itself: a window that opens later is taken for an advertisement, and blocked.
    const opened = state === "open" && place === "window" ? window.open("", "_blank") : null;
    if (opened) opened.opener = null;
    let zoomLink = "";
    const outcome = await send({ scheduleId: shown._id }, async () => {
      ({ zoomLink } = await learnerClient.schedule.join({ scheduleId: shown._id, isJoin: true }));
    });
    if (!outcome.isSent || zoomLink === "") opened?.close();
    if (!outcome.isSent) return setTold({ kind: "wrong", text: outcome.text });
    if (zoomLink === "") return setTold({ kind: "wrong", text: "its completed" });
    onJoined();
    if (place === "page") {
      const state: MeetingState = { zoomLink, topic: shown.topic };
      return navigate("/dashboard/zoompage", { state });
    }
    if (opened) opened.location.replace(zoomLink);
    else setJoined({ link: zoomLink, topic: shown.topic });
  }
  return { join, isBusy, told, joined, dismiss: () => setTold(null) };
}
