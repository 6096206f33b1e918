import type { Api, Input, QuestionPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../lib/problem.ts";
import { questionClient } from "./client.ts";

export type One = { courseId: string; questionId: string };
type Asked = Input<Api["question"]["list"]>;

const courseKey = (courseId: string) => ["questions", courseId];
const listKey = (courseId: string) => [...courseKey(courseId), "list"];
const pageKey = ({ courseId, questionId }: One) => [...courseKey(courseId), "page", questionId];

/** A refusal is an answer: asking again would not change it. */
const retry = (failures: number, error: Error) => failures < 2 && !(error instanceof ApiError && error.status < 500);

export function useQuestions(asked: Asked) {
  return useQuery({
    queryKey: [...listKey(asked.courseId), asked],
    queryFn: ({ signal }) => questionClient.list(asked, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
    retry,
  });
}

export function useQuestion(one: One) {
  return useQuery({
    queryKey: pageKey(one),
    queryFn: ({ signal }) => questionClient.read(one, { signal }),
    refetchInterval: 30_000,
    retry,
  });
}

type Fault = { text: string; fields: Record<string, string> };

/** One call at a time. The page of the answer is shown at once; lists follow. */
export function useQuestionChange(courseId: string) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  async function run(call: () => Promise<QuestionPage | object>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFault(null);
    try {
      const page = await call();
      if ("questionId" in page) queries.setQueryData(pageKey({ courseId, questionId: page.questionId }), page);
      queries.invalidateQueries({ queryKey: listKey(courseId) });
      return true;
    } catch (error) {
      console.warn(error);
      setFault({ text: errorText(error), fields: error instanceof ApiError ? error.fields : {} });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, fault, run, dismiss: () => setFault(null) };
}
