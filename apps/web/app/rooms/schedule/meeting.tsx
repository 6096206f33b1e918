import { isMeetingLink } from "@shoreline/domain/meeting";

import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";

const MeetingFrame = lazy(() => import("../../ui/meeting-frame.tsx"));

export const meta = () => [{ title: "Live class" }, { name: "robots", content: "noindex" }];

/** The state of `navigate("/dashboard/zoompage", { state })`. */
export type MeetingState = { zoomLink: string; topic: string };

export default function Meeting() {
  const { zoomLink, topic } = { topic: "Live class", ...(useLocation().state as Partial<MeetingState> | null) };
  if (typeof zoomLink !== "string" || !isMeetingLink(zoomLink))
    return (
      <>
        <h1>Live class</h1>
        <Empty title="No class is open">
          <p className="text-ink-2">Join a class from your schedule, and it opens here.</p>
          <ButtonLink to="/dashboard/mycourses">See my classes</ButtonLink>
        </Empty>
      </>
    );
  return (
    <>
      <MoreLink to="/dashboard/mycourses">
        <Icon name="back" /> Back
      </MoreLink>
      <h1>{topic}</h1>
      <Suspense>
        <MeetingFrame link={zoomLink} title={topic} />
      </Suspense>
    </>
  );
}
