import type { Deps } from "../../context.ts";
import type { meeting, meetingAccount } from "../../db/tables/meeting.ts";
import { type MadeMeeting, MeetingProblem, type MeetingProvider, type WantedMeeting } from "../../ports.ts";

export type AccountRow = typeof meetingAccount.$inferSelect;
export type MeetingRow = typeof meeting.$inferSelect;

export function openProvider(
  { meetings, publicUrl }: Deps,
  { id, kind, settings, secret }: AccountRow,
): MeetingProvider {
  return meetings[kind]({ settings, secret, callbackUrl: `${publicUrl}/api/meeting/report/${id}` });
}

export function madeOf({ externalId, details }: MeetingRow): MadeMeeting {
  return { externalId, details };
}

type Named = { course: string; number: number; topic: string };

export function wantedOf({ classId, startsAt, minutes }: MeetingRow, { course, number, topic }: Named): WantedMeeting {
  return { key: classId, name: `${course}, class ${number}: ${topic}`.slice(0, 200), startsAt, minutes };
}

/** Only our own words: what else went wrong may quote addresses and secrets. */
export function problemOf(error: unknown): string {
  return error instanceof MeetingProblem ? error.message.slice(0, 300) : "It failed. The server's log says why.";
}

/** Our ids come back from providers, and so does what others have put there. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

const lanes = 4;

/** A few at a time, so that one slow provider does not hold up all the others. */
export async function inLanes<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
