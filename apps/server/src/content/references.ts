import { z } from "zod";
import type { ContentFolder } from "./folder.ts";

/** A field that names an item with a file of its own, such as a course. Mistakes in that file do not matter here. */
export function nameOf(folder: ContentFolder, { what, files }: { what: string; files: string }) {
  return knownText(folder.fileNames(files), what);
}

/** A field that names something that is written elsewhere. */
export function knownText(known: string[], what: string) {
  return z
    .string()
    .min(1)
    .refine((name) => known.includes(name), { error: ({ input }) => `there is no ${what} ${input}` });
}

/** For a field that must be unique among the items of a list. It is checked even if other fields have mistakes. */
export function uniqueBy<List extends z.ZodArray>(list: List, field: string): List {
  return list.superRefine(
    (items, context) => {
      const seen = new Set<unknown>();
      for (const [at, item] of items.entries()) {
        const value = (item as Record<string, unknown> | undefined)?.[field];
        if (value !== undefined && seen.has(value))
          context.addIssue({ code: "custom", path: [at, field], message: `${value} is used twice` });
        seen.add(value);
      }
    },
    { when: ({ value }) => Array.isArray(value) },
  );
}
