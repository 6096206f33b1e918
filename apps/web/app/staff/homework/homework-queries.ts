import { useQuery, useQueryClient } from "@tanstack/react-query";
import { classesKey } from "../classes/class-queries.ts";
import { gradingClient } from "../client.ts";

const homeworkKey = ["homework"];

type Asked = { show?: "waiting" | "all"; after?: string };
type One = { homeworkId: string; learnerId: string };

export function useHomeworkList(asked: Asked) {
  return useQuery({
    queryKey: [...homeworkKey, "list", asked],
    queryFn: () => gradingClient.list(asked),
    placeholderData: (previous) => previous,
  });
}

export function useHomework(homeworkId: string) {
  return useQuery({
    queryKey: [...homeworkKey, "page", homeworkId],
    queryFn: () => gradingClient.read({ homeworkId }),
    refetchInterval: 60_000,
  });
}

export function useWork(one: One) {
  return useQuery({ queryKey: [...homeworkKey, "work", one], queryFn: () => gradingClient.work(one), staleTime: 0 });
}

/** The batches for which homework can be set. */
export function useOwnBatches({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: [...homeworkKey, "batches"],
    queryFn: () => gradingClient.batches({}),
    enabled: isEnabled,
  });
}

export function useComparison(pair: { homeworkId: string; submissionId: string; otherId: string }) {
  return useQuery({ queryKey: [...homeworkKey, "pair", pair], queryFn: () => gradingClient.compare(pair) });
}

/** After any change; classes count homework too. */
export function useRefreshHomework() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: homeworkKey }),
      queries.invalidateQueries({ queryKey: classesKey }),
    ]);
}
