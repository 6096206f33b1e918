import type { OwnWork } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { homeworkClient } from "./client.ts";

type One = { courseId: string; homeworkId: string };

const listKey = (courseId: string) => ["homework", courseId];
const workKey = ({ courseId, homeworkId }: One) => [...listKey(courseId), homeworkId];

/** A refusal is an answer: asking again would not change it. */
const retry = (failures: number, error: Error) => failures < 2 && !(error instanceof ApiError && error.status < 500);

export function useHomework(courseId: string) {
  return useQuery({
    queryKey: listKey(courseId),
    queryFn: ({ signal }) => homeworkClient.list({ courseId }, { signal }),
    retry,
  });
}

export function useWork(one: One) {
  return useQuery({
    queryKey: workKey(one),
    queryFn: ({ signal }) => homeworkClient.read(one, { signal }),
    refetchInterval: 60_000,
    retry,
  });
}

/** Shows the answer of the server at once; the lists follow. */
export function useShowWork(one: One) {
  const queries = useQueryClient();
  return (work: OwnWork) => {
    queries.setQueryData(workKey(one), work);
    queries.invalidateQueries({ queryKey: listKey(one.courseId), exact: true });
    queries.invalidateQueries({ queryKey: ["schedule", one.courseId] });
  };
}
