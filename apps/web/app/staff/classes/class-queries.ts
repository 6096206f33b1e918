import type { Api, ClassPage, Input } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { teachingClient } from "../client.ts";
import { keepPage, readKeptPage } from "./kept-page.ts";
import { withMarks } from "./roll.ts";
import { onStored } from "./send-marks.ts";

/** Everything about classes is kept under this key, so that one call refreshes all of it. */
export const classesKey = ["classes"];
const pageKey = (classId: string) => [...classesKey, "page", classId];

type Asked = Input<Api["teaching"]["list"]>;

export function useClasses(asked: Asked) {
  return useQuery({
    queryKey: [...classesKey, "list", asked],
    queryFn: () => teachingClient.list(asked),
    placeholderData: (previous) => previous,
    // What runs now is another class an hour later.
    refetchInterval: 60_000,
  });
}

/** What this phone keeps is shown at once; the server's answer replaces it. */
export function useClass({ staffId, classId }: { staffId: string; classId: string }) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: pageKey(classId),
    queryFn: async () => {
      const page = await teachingClient.read({ classId });
      keepPage(staffId, { page, receivedAt: Date.now() });
      return page;
    },
    initialData: () => readKeptPage(staffId, classId)?.page,
    initialDataUpdatedAt: () => readKeptPage(staffId, classId)?.receivedAt,
    // Also without a network: an answer that fails leaves what is kept in place.
    networkMode: "always",
    refetchInterval: 60_000,
  });
  useEffect(
    () =>
      onStored((stored, marks) => {
        const change = (page: ClassPage | undefined) => page && { ...page, roll: withMarks(page.roll, marks) };
        // The server's clock is reckoned from when its answer arrived.
        const updatedAt = queries.getQueryState(pageKey(stored))?.dataUpdatedAt ?? 0;
        queries.setQueryData<ClassPage>(pageKey(stored), change, { updatedAt });
        const known = readKeptPage(staffId, stored);
        if (known) keepPage(staffId, { ...known, page: { ...known.page, roll: withMarks(known.page.roll, marks) } });
        void queries.invalidateQueries({ queryKey: pageKey(stored) });
      }),
    [queries, staffId],
  );
  return query;
}

export function useRefreshClass() {
  const queries = useQueryClient();
  return (classId: string) => queries.invalidateQueries({ queryKey: pageKey(classId) });
}
