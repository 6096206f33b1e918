import { randomBytes } from "node:crypto";

type Visit = { from: Date; to: Date };
type Person = {
  token: string;
  userId: string;
  name: string;
  role: "MODERATOR" | "VIEWER";
  visits: Visit[];
  isGone: boolean;
};
export type Meeting = {
  id: string;
  internalId: string;
  name: string;
  attendeePassword: string;
  moderatorPassword: string;
  callbackUrl: string;
  createdAt: Date;
  people: Person[];
};

/** Longer than the page waits between two signs of life. */
const presentMs = 20_000;
/** As a server has it by default: nobody came, or everybody left. */
const emptyMs = 5 * 60_000;
const leftMs = 60_000;
const mostMeetings = 500;
const mostPeople = 1000;

/** Meetings live in memory, as those of a real server do. */
export function createMeetings() {
  const byId = new Map<string, Meeting>();
  const byToken = new Map<string, { meeting: Meeting; person: Person }>();

  function end(meeting: Meeting): Meeting {
    byId.delete(meeting.id);
    for (const { token } of meeting.people) byToken.delete(token);
    return meeting;
  }

  return {
    find: (id: string) => byId.get(id),
    list: () => [...byId.values()],
    /** The same id again finds the meeting that exists. Null: there are too many. */
    create(given: Omit<Meeting, "people" | "internalId" | "createdAt">, now: Date): Meeting | null {
      const found = byId.get(given.id);
      if (found) return found;
      if (byId.size >= mostMeetings) return null;
      const made = { ...given, internalId: randomBytes(20).toString("hex"), createdAt: now, people: [] };
      byId.set(given.id, made);
      return made;
    },
    /** Returns the token of the page; null when the meeting is full. */
    join(meeting: Meeting, given: Pick<Person, "userId" | "name" | "role">, now: Date): string | null {
      if (meeting.people.length >= mostPeople) return null;
      const person = {
        ...given,
        token: randomBytes(16).toString("hex"),
        visits: [{ from: now, to: now }],
        isGone: false,
      };
      meeting.people.push(person);
      byToken.set(person.token, { meeting, person });
      return person.token;
    },
    findToken: (token: string) => byToken.get(token),
    /** A sign of life of a page. Who was away for longer begins another visit. */
    see(person: Person, now: Date): void {
      const last = person.visits.at(-1);
      if (last && isPresent(person, now)) last.to = now;
      else person.visits.push({ from: now, to: now });
      person.isGone = false;
    },
    /** Who leaves is not seen any more, although the last sign of life is young. */
    leave(person: Person, now: Date): void {
      const last = person.visits.at(-1);
      if (last && isPresent(person, now)) last.to = now;
      person.isGone = true;
    },
    end,
    /** Ends the meetings that nobody needs any more, and returns them. */
    endEmpty(now: Date): Meeting[] {
      return [...byId.values()].filter((meeting) => isOver(meeting, now)).map(end);
    },
  };
}

export function isPresent({ visits, isGone }: Person, now: Date): boolean {
  const last = visits.at(-1);
  return !isGone && last !== undefined && now.getTime() - last.to.getTime() <= presentMs;
}

function isOver({ createdAt, people }: Meeting, now: Date): boolean {
  const lastSeen = Math.max(...people.flatMap(({ visits }) => visits.map(({ to }) => to.getTime())));
  if (people.length === 0) return now.getTime() - createdAt.getTime() > emptyMs;
  return !people.some((person) => isPresent(person, now)) && now.getTime() - lastSeen > leftMs;
}

/** One line for each person, however many pages they had open. Durations are in seconds. */
export function reportOf({ id, internalId, name, createdAt, people }: Meeting, now: Date) {
  const byUser = Map.groupBy(people, ({ userId }) => userId);
  const attendees = [...byUser.entries()].map(([userId, pages]) => {
    const visits = pages.flatMap((page) => page.visits);
    return {
      ...{ ext_user_id: userId, name: pages[0]?.name ?? "", moderator: pages.some(({ role }) => role === "MODERATOR") },
      joins: visits.map(({ from }) => from.toISOString()),
      leaves: visits.map(({ to }) => to.toISOString()),
      duration: Math.round(visits.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0) / 1000),
    };
  });
  return {
    version: "1.0",
    meeting_id: id,
    internal_meeting_id: internalId,
    data: {
      metadata: { meeting_name: name },
      ...{ start: createdAt.toISOString(), finish: now.toISOString(), attendees },
      duration: Math.round((now.getTime() - createdAt.getTime()) / 1000),
    },
  };
}
