import { z } from "zod";
import type { MeetingVisit } from "../ports.ts";
import { parseJson } from "./message-call.ts";

const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

/** What the server sends when a meeting is over. Durations are in seconds. */
const Analytics = z.object({
  meeting_id: z.string().max(200),
  data: z.object({
    attendees: z
      .array(
        z.object({
          ext_user_id: z.string().max(200).nullish(),
          name: z.string().max(500).catch(""),
          moderator: z.boolean().catch(false),
          joins: z.array(moment).min(1),
          leaves: z.array(moment).catch([]),
          duration: z.number().min(0).max(86_400),
        }),
      )
      .max(1000),
  }),
});

/** Null when it has another form. */
export function readAnalytics(raw: Uint8Array): { externalId: string; visits: MeetingVisit[] } | null {
  const parsed = Analytics.safeParse(parseJson(Buffer.from(raw).toString("utf8")));
  if (!parsed.success) return null;
  const visits = parsed.data.data.attendees.map(({ ext_user_id, name, moderator, joins, leaves, duration }) => {
    const first = Math.min(...joins.map(Date.parse));
    const last = Math.max(first + duration * 1000, ...leaves.map(Date.parse));
    return {
      ...{ personId: ext_user_id ?? null, email: null, name, isHost: moderator },
      ...{ minutes: Math.round(duration / 60), firstSeenAt: new Date(first), lastSeenAt: new Date(last) },
    };
  });
  return { externalId: parsed.data.meeting_id, visits };
}
