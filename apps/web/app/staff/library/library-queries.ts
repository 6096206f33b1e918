import type { Api, Input, NamedCourse, Reply } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { classesKey } from "../classes/class-queries.ts";
import { libraryClient } from "../client.ts";
import type { CourseFinder } from "../courses/course-finder.ts";

const libraryKey = ["library"];
const storageKey = [...libraryKey, "storage"];

type Asked = Input<Api["library"]["materials"]>;
export type StorageNow = Reply<Api["library"]["storage"]>;
export type KeepFiles = Input<Api["library"]["previewRemoval"]>;

/** Those whose material one may change. */
export const taughtCourses: CourseFinder<NamedCourse> = {
  name: "library",
  find: (words, signal) => libraryClient.courses({ words }, { signal }),
};

export function useFirstCourse({ isWanted }: { isWanted: boolean }) {
  return useQuery({
    queryKey: [...libraryKey, "first"],
    queryFn: () => libraryClient.firstCourse({}),
    enabled: isWanted,
  });
}

export function useMaterials(asked: Asked) {
  return useQuery({
    queryKey: [...libraryKey, "materials", asked],
    queryFn: () => libraryClient.materials(asked),
    placeholderData: (previous) => previous,
    enabled: asked.courseId !== "",
  });
}

/** With who can open it now. */
export function useOneMaterial(materialId: string) {
  return useQuery({
    // Not with the others: after a removal there is nothing to ask for.
    queryKey: ["one material", materialId],
    queryFn: () => libraryClient.material({ materialId }),
    staleTime: 0,
  });
}

export function useStorage() {
  return useQuery({ queryKey: storageKey, queryFn: () => libraryClient.storage({}) });
}

export function usePreview(rule: KeepFiles, { isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: [...libraryKey, "preview", rule],
    queryFn: () => libraryClient.previewRemoval(rule),
    enabled: isEnabled,
    staleTime: 0,
  });
}

/** After any change; the pages of classes show material too. */
export function useRefreshLibrary() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: libraryKey }),
      queries.invalidateQueries({ queryKey: classesKey }),
    ]);
}
