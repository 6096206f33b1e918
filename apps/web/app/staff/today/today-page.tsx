import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { Pager } from "../pager.tsx";
import { useSearch } from "../use-search.ts";
import { AllDone } from "./all-done.tsx";

/** What the address asks for. The server refuses what somebody has typed into it. */
export function useAsked<Asked>(...names: string[]): Asked {
  const search = useSearch();
  const given = [...names, "after"].flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []));
  return Object.fromEntries(given);
}

export function useTodayPage<Reply>(part: string, input: object, read: () => Promise<Reply>) {
  return useQuery({ queryKey: ["today", part, input], queryFn: read, staleTime: 0 });
}

type Props = {
  error: unknown;
  onRetry(): void;
  next: string | null | undefined;
  isEmpty: boolean;
  /** What an empty list says: the good news that there is nothing, or that nothing matches the filter. */
  nothing: { title: string } | { text: ReactNode };
  children: ReactNode;
};

/** A page of a list, with the way on. */
export function TodayPage({ error, onRetry, next, isEmpty, nothing, children }: Props) {
  const isFirst = !useSearch().get("after");
  useRowKeys();
  if (error) return <LoadProblem what="The list" error={error} onRetry={onRetry} />;
  if (next === undefined) return <Loading />;
  const empty = "title" in nothing ? <AllDone title={nothing.title} /> : <p>{nothing.text}</p>;
  return (
    <>
      {isEmpty && !isFirst ? <p>There are no more.</p> : null}
      {isEmpty && isFirst ? empty : null}
      {isEmpty ? null : children}
      <Pager next={next} first="First page" on="Next page" />
    </>
  );
}
