import { useState } from "react";
import { OwnPlace } from "../rooms/place/own-place.tsx";
import { PlaceLine } from "../rooms/place/place-line.tsx";
import { usePlace } from "../rooms/place/queries.ts";
import { Schedule } from "../rooms/schedule/schedule.tsx";
import type { Route } from "./+types/schedule";

export const meta = () => [{ title: "Classes & Schedules" }, { name: "robots", content: "noindex" }];

export default function SchedulePage({ params: { courseId } }: Route.ComponentProps) {
  const { data } = usePlace(courseId);
  // Kept here: the place may move up or down on the page with what it says.
  const [news, setNews] = useState({ courseId, text: "" });
  const isPaused = data?.pause != null;
  const isPlaceFirst = isPaused || data?.request?.state === "asked" || (data?.waiting.length ?? 0) > 0;
  return (
    <Schedule
      courseId={courseId}
      isPaused={isPaused}
      isPlaceFirst={isPlaceFirst}
      placeLine={data && !isPlaceFirst ? <PlaceLine place={data} /> : null}
      place={
        <OwnPlace
          key={courseId}
          courseId={courseId}
          news={news.courseId === courseId ? news.text : ""}
          onNews={(text) => setNews({ courseId, text })}
        />
      }
    />
  );
}
