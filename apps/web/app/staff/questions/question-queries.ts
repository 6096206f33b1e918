import type { Api, Input, StaffQuestion } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { answeringClient } from "../client.ts";

const questionsKey = ["questions"];
const pageKey = (questionId: string) => [...questionsKey, "page", questionId];

export type Asked = Input<Api["answering"]["list"]>;

export function useQuestions(asked: Asked) {
  return useQuery({
    queryKey: [...questionsKey, "list", asked],
    queryFn: () => answeringClient.list(asked),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  });
}

export function useQuestionCount(classId?: string) {
  return useQuery({
    queryKey: [...questionsKey, "count", classId ?? ""],
    queryFn: () => answeringClient.count(classId ? { classId } : {}),
  });
}

export function useQuestion(questionId: string) {
  return useQuery({
    queryKey: pageKey(questionId),
    queryFn: () => answeringClient.read({ questionId }),
    refetchInterval: 30_000,
  });
}

/** Shows the answer of the server at once; lists and counts follow. */
export function useShowQuestion() {
  const queries = useQueryClient();
  return (page: StaffQuestion) => {
    queries.setQueryData(pageKey(page.questionId), page);
    for (const part of ["list", "count"]) queries.invalidateQueries({ queryKey: [...questionsKey, part] });
    queries.invalidateQueries({ queryKey: ["today"] });
  };
}
