import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NextClass } from "./next-class.tsx";
import type { useToday } from "./queries.ts";
import { useJoin } from "./use-join.ts";

/** The class that runs or comes next, of all courses. */
export function TodayPanel({ today }: { today: ReturnType<typeof useToday> }) {
  const { data, dataUpdatedAt, error, refetch } = today;
  const joining = useJoin({ onAnswer: refetch });
  if (error && !data) return <LoadFailed what="Your next class" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-80" role="status" aria-label="Loading" />;
  if (!data.next) return null;
  const clock = { now: data.now, receivedAt: dataUpdatedAt };
  return <NextClass shown={data.next} courseName={data.next.courseName} clock={clock} joining={joining} />;
}
