import { WebinarMentor, WebinarTopic } from "@shoreline/contract";
import { z } from "zod";
import { Moment } from "../../content/well-formed.ts";

/** The form that pages need; PostgreSQL knows only that these columns are JSON. */
export const webinarShape = {
  kind: "webinar",
  key: ({ slug }: { slug: string }) => slug,
  schema: z.object({ topics: z.array(WebinarTopic), mentor: WebinarMentor, startAt: Moment }),
};
