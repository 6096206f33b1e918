import { z } from "zod";
import { Moment } from "../../content/well-formed.ts";

/** The form that pages need; in PostgreSQL a moment may be infinite or before our era. */
export const newsShape = {
  kind: "news",
  key: ({ slug }: { slug: string }) => slug,
  schema: z.object({ publishedAt: Moment }),
};
