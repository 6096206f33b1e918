import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const WebinarNotification = z.object({
  _id: z.string(),
  course: z.string().describe("What it is about"),
  startAt: z.iso.datetime(),
  now: z.iso.datetime().describe("The server's clock, so that a countdown does not depend on the visitor's"),
});
export type WebinarNotification = z.infer<typeof WebinarNotification>;

export const webinar = {
  notification: endpoint({
    summary: "The next webinar to announce, or null",
    input: z.object({}),
    reply: WebinarNotification.nullable(),
  }),
};
