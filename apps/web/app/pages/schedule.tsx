import { OwnPlace } from "../rooms/place/own-place.tsx";
import { usePlace } from "../rooms/place/queries.ts";
import { Schedule } from "../rooms/schedule/schedule.tsx";
import type { Route } from "./+types/schedule";

export const meta = () => [{ title: "Classes & Schedules" }, { name: "robots", content: "noindex" }];

export default function SchedulePage({ params: { courseId } }: Route.ComponentProps) {
  const { data } = usePlace(courseId);
  return (
    <Schedule
      courseId={courseId}
      isPaused={data?.pause != null}
      place={<OwnPlace key={courseId} courseId={courseId} />}
    />
  );
}
